import type { en } from './phrases.en.ts'

export const cn = {
  back: '返回',
  breadcrumb: '当前位置',
  home: '首页',
  retry: '重试',
  failed: '加载失败',
  certificateHelp: '证书帮助',
  cancel: '取消',
  confirm: '确定',
  search: '搜索',
  clear: '清除',
  asTable: '以表格查看',
  asChart: '以图表查看',
  total: '共 {{count}} 项',
  copy: '复制',
  copied: '已复制',
  copyFailed: '复制失败，请手动选择并复制。',
  loading: '加载中',
  darkTheme: '深色主题',
  lightTheme: '浅色主题',
} satisfies Record<keyof typeof en, string>
