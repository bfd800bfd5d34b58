import { theme as antd, type ThemeConfig } from 'antd';
import { fontStack, type Mode, palettes } from '../palette.ts';

type Palette = (typeof palettes)[Mode];

/** In place of those that antd derives. */
const colorsOf = (p: Palette) => ({
  colorPrimary: p.brand,
  colorPrimaryHover: p.brandStrong,
  colorPrimaryActive: p.brandStrong,
  colorPrimaryBg: p.brandSoft,
  colorPrimaryBgHover: p.brandSoft,
  colorPrimaryBorder: p.brand,
  colorPrimaryText: p.brand,
  colorPrimaryTextHover: p.brandStrong,
  colorPrimaryTextActive: p.brandStrong,
  colorInfo: p.brand,
  colorInfoBg: p.brandSoft,
  colorSuccess: p.success,
  colorSuccessBg: p.successSoft,
  colorWarning: p.warning,
  colorWarningBg: p.warningSoft,
  colorError: p.danger,
  colorErrorHover: p.onDangerSoft,
  colorErrorActive: p.onDangerSoft,
  colorErrorText: p.danger,
  colorErrorBg: p.dangerSoft,
  colorLink: p.brand,
  colorLinkHover: p.brandStrong,
  colorLinkActive: p.brandStrong,
  colorText: p.text,
  colorTextSecondary: p.textSoft,
  colorTextTertiary: p.textFaint,
  colorTextQuaternary: p.edge,
  colorBgLayout: p.canvas,
  colorBgContainer: p.surface,
  colorBgElevated: p.raised,
  // Tooltips are inverted: dark in the light theme and light in the dark one.
  colorBgSpotlight: p.text,
  colorBgMask: 'rgb(12 9 6 / 56%)',
  colorBorder: p.edge,
  colorBorderSecondary: p.line,
});

const tokensOf = (p: Palette): NonNullable<ThemeConfig['token']> => ({
  fontFamily: fontStack,
  fontSize: 15,
  borderRadius: 10,
  borderRadiusLG: 16,
  borderRadiusSM: 6,
  controlHeight: 40,
  controlHeightSM: 32,
  colorPrimary: p.brand,
  colorError: p.danger,
  colorTextLightSolid: p.onBrand,
  colorTextHeading: p.text,
  colorTextDescription: p.textSoft,
  colorTextPlaceholder: p.textFaint,
  colorBgContainerDisabled: p.canvas,
  colorIcon: p.textSoft,
  colorIconHover: p.text,
  colorSplit: p.line,
  controlOutline: p.brandSoft,
  controlOutlineWidth: 3,
  controlItemBgActive: p.brandSoft,
  controlItemBgActiveHover: p.brandSoft,
  controlItemBgHover: p.sunken,
  lineWidthFocus: 3,
  // What antd moves takes 250 to 300 ms (specification, section 9).
  motionDurationFast: '0.25s',
  motionDurationMid: '0.26s',
  motionDurationSlow: '0.3s',
  // A button that is working is read like any other; antd would fade it below the contrast of text.
  opacityLoading: 1,
});

const componentsOf = (p: Palette): NonNullable<ThemeConfig['components']> => ({
  Button: {
    fontWeight: 600,
    primaryShadow: 'none',
    defaultShadow: 'none',
    dangerShadow: 'none',
    paddingInlineSM: 11,
    primaryColor: p.onBrand,
    dangerColor: p.onDanger,
  },
  Tooltip: { colorTextLightSolid: p.canvas },
  Select: { optionSelectedColor: p.onBrandSoft, optionSelectedFontWeight: 600 },
  // The state is shown by the handle, which stands out from both colours in both themes.
  Switch: { handleBg: p.surface },
  Table: {
    headerBg: p.sunken,
    headerColor: p.textSoft,
    headerSplitColor: 'transparent',
    rowHoverBg: p.sunken,
    // The sentence of an empty table is read like any other.
    colorTextDisabled: p.textSoft,
  },
  Tabs: { itemColor: p.textSoft, itemSelectedColor: p.brand, titleFontSize: 15 },
  Segmented: { trackBg: p.sunken, itemColor: p.textSoft, itemSelectedBg: p.raised },
  // The marks of a timeline are as large as the pictures of people.
  Steps: { dotSize: 32, dotCurrentSize: 32, controlHeight: 30 },
  Timeline: { dotBg: p.raised, dotBorderWidth: 0, tailColor: p.line, tailWidth: 1 },
  Modal: { titleFontSize: 20, contentBg: p.raised, headerBg: p.raised },
  Form: { labelFontSize: 14, verticalLabelPadding: '0 0 6px' },
  Tag: {
    defaultBg: 'transparent',
    defaultColor: p.textSoft,
    colorBorder: p.line,
    colorWarning: p.onWarningSoft,
    borderRadiusSM: 999,
    fontSizeSM: 13,
  },
  Skeleton: { gradientFromColor: p.sunken, gradientToColor: p.line },
  Avatar: { colorTextLightSolid: p.onBrandSoft, colorTextPlaceholder: p.brandSoft },
});

/**
 * antd's theme in the product's palette, one per mode, which the build writes as styles. Colours that antd would
 * derive are set explicitly, because their contrast has been checked.
 */
function themeFor(mode: Mode): ThemeConfig {
  const palette = palettes[mode];
  const base = mode === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm;
  return {
    algorithm: (seed) => ({ ...base(seed), ...colorsOf(palette) }),
    token: tokensOf(palette),
    components: componentsOf(palette),
  };
}

export const themes: Record<Mode, ThemeConfig> = { light: themeFor('light'), dark: themeFor('dark') };
