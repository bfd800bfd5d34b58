import {
  AppstoreOutlined as AppstoreOutlinedGlyph,
  BellOutlined as BellOutlinedGlyph,
  CheckCircleFilled as CheckCircleFilledGlyph,
  ClockCircleFilled as ClockCircleFilledGlyph,
  InboxOutlined as InboxOutlinedGlyph,
  LogoutOutlined as LogoutOutlinedGlyph,
  MenuFoldOutlined as MenuFoldOutlinedGlyph,
  MenuOutlined as MenuOutlinedGlyph,
  MenuUnfoldOutlined as MenuUnfoldOutlinedGlyph,
  MoonOutlined as MoonOutlinedGlyph,
  ReloadOutlined as ReloadOutlinedGlyph,
  RightOutlined as RightOutlinedGlyph,
  ShopOutlined as ShopOutlinedGlyph,
  SunOutlined as SunOutlinedGlyph,
  TeamOutlined as TeamOutlinedGlyph,
  ToolOutlined as ToolOutlinedGlyph,
  UserOutlined as UserOutlinedGlyph,
  WarningOutlined as WarningOutlinedGlyph,
} from '@ant-design/icons';
import { decorative } from './decorative.tsx';

/** Icons of the frame and of every screen. */
export const AppstoreOutlined = /* @__PURE__ */ decorative(AppstoreOutlinedGlyph);
export const BellOutlined = /* @__PURE__ */ decorative(BellOutlinedGlyph);
export const CheckCircleFilled = /* @__PURE__ */ decorative(CheckCircleFilledGlyph);
export const ClockCircleFilled = /* @__PURE__ */ decorative(ClockCircleFilledGlyph);
export const InboxOutlined = /* @__PURE__ */ decorative(InboxOutlinedGlyph);
export const LogoutOutlined = /* @__PURE__ */ decorative(LogoutOutlinedGlyph);
export const MenuFoldOutlined = /* @__PURE__ */ decorative(MenuFoldOutlinedGlyph);
export const MenuOutlined = /* @__PURE__ */ decorative(MenuOutlinedGlyph);
export const MenuUnfoldOutlined = /* @__PURE__ */ decorative(MenuUnfoldOutlinedGlyph);
export const MoonOutlined = /* @__PURE__ */ decorative(MoonOutlinedGlyph);
export const ReloadOutlined = /* @__PURE__ */ decorative(ReloadOutlinedGlyph);
export const RightOutlined = /* @__PURE__ */ decorative(RightOutlinedGlyph);
export const ShopOutlined = /* @__PURE__ */ decorative(ShopOutlinedGlyph);
export const SunOutlined = /* @__PURE__ */ decorative(SunOutlinedGlyph);
export const TeamOutlined = /* @__PURE__ */ decorative(TeamOutlinedGlyph);
export const ToolOutlined = /* @__PURE__ */ decorative(ToolOutlinedGlyph);
export const UserOutlined = /* @__PURE__ */ decorative(UserOutlinedGlyph);
export const WarningOutlined = /* @__PURE__ */ decorative(WarningOutlinedGlyph);
