import { theme as antTheme } from 'antd'
import { expect, test } from 'vitest'
import { themeOf } from './theme.ts'

test.each(['light', 'dark'] as const)('a tooltip can be read in the %s theme', (mode) => {
  const { colorTextLightSolid, colorBgSpotlight } = antTheme.getDesignToken(themeOf(mode))
  expect(contrast(colorTextLightSolid, colorBgSpotlight)).toBeGreaterThan(7)
})

/** As WCAG counts it; colours as #rrggbb. */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
