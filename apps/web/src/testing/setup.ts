import { act, cleanup, configure } from '@testing-library/react'
import { afterEach, expect, inject, vi } from 'vitest'
import { loadErrorTexts } from '../lib/api-error.ts'
import { forgetEdgeTokens } from '../lib/request.ts'
import { allAnswered, takeSentTwice } from './repeated-clicks.ts'

// Extends the time limits on a slow machine, so that tests do not fail there.
configure({ asyncUtilTimeout: inject('waitMs' as never) })

// Disables styles, as `world.tsx` does, because no test checks what jsdom paints.
vi.mock('../app/theme.ts', async (original) => {
  const { themeOf } = await original<typeof import('../app/theme.ts')>()
  return { themeOf: (...of: Parameters<typeof themeOf>) => ({ ...themeOf(...of), zeroRuntime: true }) }
})

// Loads the texts of errors, as the router does for every page except log-in.
await loadErrorTexts()

// Browser APIs that jsdom lacks and Ant Design uses.
window.matchMedia = (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }) as never
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
} as never
window.scrollTo = () => undefined
Element.prototype.checkVisibility = function isShown(this: Element): boolean {
  return getComputedStyle(this).display !== 'none' && (this.parentElement?.checkVisibility() ?? true)
}
// Charts measure text on a canvas. jsdom has no canvas and prints a warning for each use.
HTMLCanvasElement.prototype.getContext = (() => null) as never
// Computes the visibility and clickability of elements, which tests query most. jsdom computes each style property from
// all rules, which takes a quarter of the tests' time; it still computes all other properties, on request.
const computed = window.getComputedStyle.bind(window)
window.getComputedStyle = (element: Element) => {
  const shownOf = (property: string) => SHOWN[property]?.(element as HTMLElement)
  const getPropertyValue = (property: string) => shownOf(property) ?? computed(element).getPropertyValue(property)
  return new Proxy({} as CSSStyleDeclaration, {
    get(_target, name) {
      if (name === 'getPropertyValue') return getPropertyValue
      const shown = shownOf(String(name))
      if (shown !== undefined) return shown
      const style = computed(element)
      const value = Reflect.get(style, name)
      return typeof value === 'function' ? value.bind(style) : value
    },
  })
}

const INLINE = new Set('A ABBR B CODE EM I INPUT LABEL SMALL SPAN STRONG SUB SUP TIME svg path'.split(' '))

/** Returns the properties from the element's own styles and from Ant Design's hiding classes. */
const SHOWN: Record<string, (element: HTMLElement) => string> = {
  display(element) {
    if (element.style?.display) return element.style.display
    const isHidden = /(^|\s)ant-[\w-]*(?<!-mark)-hidden(\s|$)/.test(String(element.className))
    if (isHidden || element.hasAttribute('hidden')) return 'none'
    return INLINE.has(element.tagName) ? 'inline' : 'block'
  },
  visibility: (element) => inherited(element, 'visibility') ?? 'visible',
  'pointer-events': (element) => inherited(element, 'pointerEvents') ?? 'auto',
}
SHOWN.pointerEvents = SHOWN['pointer-events'] as (element: HTMLElement) => string

/** Returns an inherited property, from the element or its nearest ancestor that sets it. */
function inherited(element: HTMLElement, property: 'visibility' | 'pointerEvents'): string | undefined {
  for (let at: HTMLElement | null = element; at; at = at.parentElement) {
    if (at.style?.[property]) return at.style[property]
  }
  return undefined
}

afterEach(async () => {
  await act(allAnswered)
  cleanup()
  vi.unstubAllGlobals()
  forgetEdgeTokens()
  history.replaceState(null, '', '/')
  expect(takeSentTwice(), 'pressed twice on a slow network, it went out twice').toEqual([])
})
