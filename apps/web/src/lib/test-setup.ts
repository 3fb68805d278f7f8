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
// jsdom does not know pseudo elements and says so at length.
const computed = window.getComputedStyle.bind(window)
window.getComputedStyle = (element: Element) => computed(element)

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})
