import {
  CalendarOutlined as CalendarOutlinedGlyph,
  CheckCircleOutlined as CheckCircleOutlinedGlyph,
  ClockCircleOutlined as ClockCircleOutlinedGlyph,
  CloseOutlined as CloseOutlinedGlyph,
  DeleteOutlined as DeleteOutlinedGlyph,
  DownloadOutlined as DownloadOutlinedGlyph,
  DownOutlined as DownOutlinedGlyph,
  EditOutlined as EditOutlinedGlyph,
  EnvironmentOutlined as EnvironmentOutlinedGlyph,
  ExclamationCircleOutlined as ExclamationCircleOutlinedGlyph,
  ExportOutlined as ExportOutlinedGlyph,
  FileOutlined as FileOutlinedGlyph,
  FileTextOutlined as FileTextOutlinedGlyph,
  FilterOutlined as FilterOutlinedGlyph,
  FlagOutlined as FlagOutlinedGlyph,
  HistoryOutlined as HistoryOutlinedGlyph,
  IdcardOutlined as IdcardOutlinedGlyph,
  InboxOutlined as InboxOutlinedGlyph,
  InfoCircleOutlined as InfoCircleOutlinedGlyph,
  KeyOutlined as KeyOutlinedGlyph,
  LockOutlined as LockOutlinedGlyph,
  MailOutlined as MailOutlinedGlyph,
  MoreOutlined as MoreOutlinedGlyph,
  PaperClipOutlined as PaperClipOutlinedGlyph,
  PauseCircleOutlined as PauseCircleOutlinedGlyph,
  PhoneOutlined as PhoneOutlinedGlyph,
  PictureOutlined as PictureOutlinedGlyph,
  PlayCircleOutlined as PlayCircleOutlinedGlyph,
  PlusOutlined as PlusOutlinedGlyph,
  PoweroffOutlined as PoweroffOutlinedGlyph,
  SafetyOutlined as SafetyOutlinedGlyph,
  SearchOutlined as SearchOutlinedGlyph,
  SettingOutlined as SettingOutlinedGlyph,
  StopOutlined as StopOutlinedGlyph,
  SyncOutlined as SyncOutlinedGlyph,
  TagOutlined as TagOutlinedGlyph,
  UploadOutlined as UploadOutlinedGlyph,
  UserAddOutlined as UserAddOutlinedGlyph,
} from '@ant-design/icons';
import { decorative } from './decorative.tsx';

/** The icons of the screens' own actions. */
export const CalendarOutlined = /* @__PURE__ */ decorative(CalendarOutlinedGlyph);
export const CheckCircleOutlined = /* @__PURE__ */ decorative(CheckCircleOutlinedGlyph);
export const ClockCircleOutlined = /* @__PURE__ */ decorative(ClockCircleOutlinedGlyph);
export const CloseOutlined = /* @__PURE__ */ decorative(CloseOutlinedGlyph);
export const DeleteOutlined = /* @__PURE__ */ decorative(DeleteOutlinedGlyph);
export const DownloadOutlined = /* @__PURE__ */ decorative(DownloadOutlinedGlyph);
export const DownOutlined = /* @__PURE__ */ decorative(DownOutlinedGlyph);
export const EditOutlined = /* @__PURE__ */ decorative(EditOutlinedGlyph);
export const EnvironmentOutlined = /* @__PURE__ */ decorative(EnvironmentOutlinedGlyph);
export const ExclamationCircleOutlined = /* @__PURE__ */ decorative(ExclamationCircleOutlinedGlyph);
export const ExportOutlined = /* @__PURE__ */ decorative(ExportOutlinedGlyph);
export const FileOutlined = /* @__PURE__ */ decorative(FileOutlinedGlyph);
export const FileTextOutlined = /* @__PURE__ */ decorative(FileTextOutlinedGlyph);
export const FilterOutlined = /* @__PURE__ */ decorative(FilterOutlinedGlyph);
export const FlagOutlined = /* @__PURE__ */ decorative(FlagOutlinedGlyph);
export const HistoryOutlined = /* @__PURE__ */ decorative(HistoryOutlinedGlyph);
export const IdcardOutlined = /* @__PURE__ */ decorative(IdcardOutlinedGlyph);
export const InboxOutlined = /* @__PURE__ */ decorative(InboxOutlinedGlyph);
export const InfoCircleOutlined = /* @__PURE__ */ decorative(InfoCircleOutlinedGlyph);
export const KeyOutlined = /* @__PURE__ */ decorative(KeyOutlinedGlyph);
export const LockOutlined = /* @__PURE__ */ decorative(LockOutlinedGlyph);
export const MailOutlined = /* @__PURE__ */ decorative(MailOutlinedGlyph);
export const MoreOutlined = /* @__PURE__ */ decorative(MoreOutlinedGlyph);
export const PaperClipOutlined = /* @__PURE__ */ decorative(PaperClipOutlinedGlyph);
export const PauseCircleOutlined = /* @__PURE__ */ decorative(PauseCircleOutlinedGlyph);
export const PhoneOutlined = /* @__PURE__ */ decorative(PhoneOutlinedGlyph);
export const PictureOutlined = /* @__PURE__ */ decorative(PictureOutlinedGlyph);
export const PlayCircleOutlined = /* @__PURE__ */ decorative(PlayCircleOutlinedGlyph);
export const PlusOutlined = /* @__PURE__ */ decorative(PlusOutlinedGlyph);
export const PoweroffOutlined = /* @__PURE__ */ decorative(PoweroffOutlinedGlyph);
export const SafetyOutlined = /* @__PURE__ */ decorative(SafetyOutlinedGlyph);
export const SearchOutlined = /* @__PURE__ */ decorative(SearchOutlinedGlyph);
export const SettingOutlined = /* @__PURE__ */ decorative(SettingOutlinedGlyph);
export const StopOutlined = /* @__PURE__ */ decorative(StopOutlinedGlyph);
export const SyncOutlined = /* @__PURE__ */ decorative(SyncOutlinedGlyph);
export const TagOutlined = /* @__PURE__ */ decorative(TagOutlinedGlyph);
export const UploadOutlined = /* @__PURE__ */ decorative(UploadOutlinedGlyph);
export const UserAddOutlined = /* @__PURE__ */ decorative(UserAddOutlinedGlyph);
