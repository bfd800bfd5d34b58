import { type ThemeConfig, theme as antd } from 'antd';
import { fontStack, type Mode, palettes } from './palette.ts';

/** antd's theme in our palette, one for each mode. */
function themeFor(mode: Mode): ThemeConfig {
  const p = palettes[mode];
  return {
    algorithm: mode === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
    token: {
      fontFamily: fontStack,
      fontSize: 15,
      borderRadius: 10,
      borderRadiusLG: 16,
      borderRadiusSM: 6,
      controlHeight: 40,
      controlHeightSM: 32,
      colorPrimary: p.brand,
      colorPrimaryHover: p.brandStrong,
      colorPrimaryActive: p.brandStrong,
      colorPrimaryBg: p.brandSoft,
      colorPrimaryText: p.brand,
      colorInfo: p.brand,
      colorSuccess: p.success,
      colorWarning: p.warning,
      colorError: p.danger,
      colorErrorText: p.danger,
      colorErrorHover: p.onDangerSoft,
      colorErrorActive: p.onDangerSoft,
      colorErrorBg: p.dangerSoft,
      colorLink: p.brand,
      colorLinkHover: p.brandStrong,
      colorLinkActive: p.brandStrong,
      colorTextLightSolid: p.onBrand,
      colorText: p.text,
      colorTextHeading: p.text,
      colorTextSecondary: p.textSoft,
      colorTextTertiary: p.textFaint,
      colorTextDescription: p.textSoft,
      colorTextPlaceholder: p.textFaint,
      colorIcon: p.textSoft,
      colorIconHover: p.text,
      colorBgLayout: p.canvas,
      colorBgContainer: p.surface,
      colorBgElevated: p.raised,
      // Tooltips are inverted: dark on the light theme, light on the dark one.
      colorBgSpotlight: p.text,
      colorBorder: p.edge,
      colorBorderSecondary: p.line,
      colorSplit: p.line,
      controlOutline: p.brandSoft,
      controlItemBgActive: p.brandSoft,
      controlItemBgHover: p.sunken,
      controlOutlineWidth: 3,
      lineWidthFocus: 3,
    },
    components: {
      Button: {
        fontWeight: 600,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        primaryColor: p.onBrand,
        dangerColor: p.onDanger,
      },
      Tooltip: { colorTextLightSolid: p.canvas },
      Select: { optionSelectedColor: p.onBrandSoft, optionSelectedFontWeight: 600 },
      Table: { headerBg: p.sunken, headerColor: p.textSoft, rowHoverBg: p.sunken },
      Tabs: { itemColor: p.textSoft, itemSelectedColor: p.brand, titleFontSize: 15 },
      Modal: { titleFontSize: 19, contentBg: p.raised, headerBg: p.raised },
      Form: { labelFontSize: 14, verticalLabelPadding: '0 0 6px' },
      Skeleton: { gradientFromColor: p.sunken, gradientToColor: p.line },
      Avatar: { colorTextLightSolid: p.onBrandSoft, colorTextPlaceholder: p.brandSoft },
    },
  };
}

export const themes: Record<Mode, ThemeConfig> = { light: themeFor('light'), dark: themeFor('dark') };
