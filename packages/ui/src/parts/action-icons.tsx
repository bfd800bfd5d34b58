import {
  CalendarOutlined as CalendarOutlinedGlyph,
  CheckCircleOutlined as CheckCircleOutlinedGlyph,
  CloseOutlined as CloseOutlinedGlyph,
  DeleteOutlined as DeleteOutlinedGlyph,
  DownloadOutlined as DownloadOutlinedGlyph,
  DownOutlined as DownOutlinedGlyph,
  EditOutlined as EditOutlinedGlyph,
  EnvironmentOutlined as EnvironmentOutlinedGlyph,
  FileOutlined as FileOutlinedGlyph,
  KeyOutlined as KeyOutlinedGlyph,
  PhoneOutlined as PhoneOutlinedGlyph,
  PlusOutlined as PlusOutlinedGlyph,
  PoweroffOutlined as PoweroffOutlinedGlyph,
  SearchOutlined as SearchOutlinedGlyph,
  SyncOutlined as SyncOutlinedGlyph,
  UploadOutlined as UploadOutlinedGlyph,
} from '@ant-design/icons';
import { decorative } from './decorative.tsx';

/** Icons of actions within screens. */
export const CalendarOutlined = /* @__PURE__ */ decorative(CalendarOutlinedGlyph);
export const CheckCircleOutlined = /* @__PURE__ */ decorative(CheckCircleOutlinedGlyph);
export const CloseOutlined = /* @__PURE__ */ decorative(CloseOutlinedGlyph);
export const DeleteOutlined = /* @__PURE__ */ decorative(DeleteOutlinedGlyph);
export const DownloadOutlined = /* @__PURE__ */ decorative(DownloadOutlinedGlyph);
export const DownOutlined = /* @__PURE__ */ decorative(DownOutlinedGlyph);
export const EditOutlined = /* @__PURE__ */ decorative(EditOutlinedGlyph);
export const EnvironmentOutlined = /* @__PURE__ */ decorative(EnvironmentOutlinedGlyph);
export const FileOutlined = /* @__PURE__ */ decorative(FileOutlinedGlyph);
export const KeyOutlined = /* @__PURE__ */ decorative(KeyOutlinedGlyph);
export const PhoneOutlined = /* @__PURE__ */ decorative(PhoneOutlinedGlyph);
export const PlusOutlined = /* @__PURE__ */ decorative(PlusOutlinedGlyph);
export const PoweroffOutlined = /* @__PURE__ */ decorative(PoweroffOutlinedGlyph);
export const SearchOutlined = /* @__PURE__ */ decorative(SearchOutlinedGlyph);
export const SyncOutlined = /* @__PURE__ */ decorative(SyncOutlinedGlyph);
export const UploadOutlined = /* @__PURE__ */ decorative(UploadOutlinedGlyph);
