import { type ThemeConfig, theme } from 'antd'
import type { ThemeMode } from '../ui/theme-mode.ts'

/** The same values as the variables of `ui/ui.css`; Ant Design derives its own shades from them. */
const PALETTE = {
  light: {
    ground: '#f6f4ef',
    surface: '#fffefb',
    sunken: '#f0ede6',
    line: '#e6e1d7',
    lineStrong: '#cfc8ba',
    text: '#24231f',
    textSoft: '#66625a',
    accent: '#0f5c63',
    success: '#2b6a3e',
    error: '#a3372b',
    warning: '#8a5a0b',
  },
  dark: {
    ground: '#171816',
    surface: '#1f211e',
    sunken: '#282a26',
    line: '#33352f',
    lineStrong: '#4c4f47',
    text: '#ebe8e1',
    textSoft: '#a8a49a',
    accent: '#5bb5b0',
    success: '#84c593',
    error: '#ee9a8c',
    warning: '#e2b568',
  },
} as const

export function themeOf(mode: ThemeMode): ThemeConfig {
  const colour = PALETTE[mode]
  return {
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: colour.accent,
      colorLink: colour.accent,
      colorInfo: colour.accent,
      colorSuccess: colour.success,
      colorError: colour.error,
      colorWarning: colour.warning,
      colorText: colour.text,
      colorTextSecondary: colour.textSoft,
      colorTextPlaceholder: mode === 'dark' ? '#8b887f' : '#757168',
      colorBgLayout: colour.ground,
      colorBgContainer: colour.surface,
      colorBgElevated: colour.surface,
      colorBorder: colour.lineStrong,
      colorBorderSecondary: colour.line,
      colorTextLightSolid: mode === 'dark' ? '#10201f' : '#ffffff',
      borderRadius: 8,
      borderRadiusSM: 6,
      controlHeight: 36,
      sizeStep: 4,
      fontFamily: 'inherit',
      motionDurationSlow: '0.18s',
      motionDurationMid: '0.14s',
      motionDurationFast: '0.1s',
      boxShadow: '0 6px 24px rgb(0 0 0 / 0.10)',
      boxShadowSecondary: '0 6px 24px rgb(0 0 0 / 0.12)',
      boxShadowTertiary: 'none',
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 500 },
      Table: {
        headerBg: colour.sunken,
        headerSplitColor: 'transparent',
        cellPaddingBlock: 10,
        borderColor: colour.line,
      },
      Menu: { itemBg: 'transparent', activeBarBorderWidth: 0, itemHeight: 36, itemBorderRadius: 6 },
      Tabs: { horizontalMargin: '0 0 16px 0' },
    },
  }
}
