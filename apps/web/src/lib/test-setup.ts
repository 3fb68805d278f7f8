import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// A busy machine is not a failed test.
configure({ asyncUtilTimeout: 10_000 })

// What jsdom lacks and Ant Design asks for.
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
// Charts measure text on a canvas; jsdom has none and says so a hundred times.
HTMLCanvasElement.prototype.getContext = (() => null) as never
// jsdom works out each of a style's properties from each rule there is, a quarter of the tests' time. What they ask for,
// again and again, is whether something is shown.
const INLINE = new Set('A ABBR B CODE EM I INPUT LABEL SMALL SPAN STRONG SUB SUP TIME svg path'.split(' '))
const computed = window.getComputedStyle.bind(window)
window.getComputedStyle = (element: Element) => new ShownStyle(element) as never

/** Of Ant Design's rules those that hide; all else is worked out when somebody asks for it. */
class ShownStyle {
  readonly #element: Element

  constructor(element: Element) {
    this.#element = element
    // biome-ignore lint/correctness/noConstructorReturn: it stands in for an object with hundreds of properties.
    return new Proxy(this, {
      get: (_target, name) => {
        if (name === 'display' || name === 'visibility') return this[name]
        if (name === 'pointerEvents') return 'auto'
        if (name === 'getPropertyValue') return (property: string) => this.getPropertyValue(property)
        const style = computed(element)
        const value = Reflect.get(style, name)
        return typeof value === 'function' ? value.bind(style) : value
      },
    })
  }

  get display(): string {
    const { style, className, tagName } = this.#element as HTMLElement
    if (style?.display) return style.display
    if (this.#element.hasAttribute('hidden')) return 'none'
    if (/(^|\s)ant-[\w-]*(?<!-mark)-hidden(\s|$)/.test(String(className))) return 'none'
    return INLINE.has(tagName) ? 'inline' : 'block'
  }

  get visibility(): string {
    for (let at: Element | null = this.#element; at; at = at.parentElement) {
      const own = (at as HTMLElement).style?.visibility
      if (own) return own
    }
    return 'visible'
  }

  getPropertyValue(property: string): string {
    if (property === 'display' || property === 'visibility') return this[property]
    if (property === 'pointer-events') return 'auto'
    return computed(this.#element).getPropertyValue(property)
  }
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})
