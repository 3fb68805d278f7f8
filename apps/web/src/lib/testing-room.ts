import { act } from '@testing-library/react'

/** For tests only: what a page in a frame says to the console, or another page in its place. */
export const says = (frame: HTMLIFrameElement, data: unknown, origin = new URL(frame.src).origin) =>
  act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin, source: frame.contentWindow })))
