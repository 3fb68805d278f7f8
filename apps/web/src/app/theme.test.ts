import { theme as antTheme } from 'antd'
import { expect, test } from 'vitest'
import { MAX_SHADE } from '../ui/scores/shade.ts'
import { themeOf } from './theme.ts'

test.each(['light', 'dark'] as const)('gives the tooltip a readable contrast in the %s theme', (mode) => {
  const { colorTextLightSolid, colorBgSpotlight } = antTheme.getDesignToken(themeOf(mode))
  expect(contrast(colorTextLightSolid, colorBgSpotlight)).toBeGreaterThan(7)
})

test.each(['light', 'dark'] as const)(
  'has readable figures in the shaded cells of a matrix in the %s theme',
  (mode) => {
    const { colorText, colorSuccess, colorError, colorBgContainer } = antTheme.getDesignToken(themeOf(mode))
    for (const colour of [colorSuccess, colorError]) {
      expect(contrast(colorText, mixed(colour, colorBgContainer, MAX_SHADE))).toBeGreaterThan(4.5)
    }
  },
)

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

function mixed(one: string, other: string, share: number): string {
  const rest = channels(other)
  const mix = channels(one).map((value, at) => Math.round(value * share + (rest[at] ?? 0) * (1 - share)))
  return `#${mix.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Returns the contrast ratio of two colours, as WCAG 2 defines it. Colours are given as #rrggbb. */
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
