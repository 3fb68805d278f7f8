import { act } from '@testing-library/react'

/** For tests only: sends a message to the console as the page in a frame, or as another page in its place. */
export const says = (frame: HTMLIFrameElement, data: unknown, origin = new URL(frame.src).origin) =>
  act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin, source: frame.contentWindow })))
