import { act } from '@testing-library/react'

/** For tests: sends the console a message from the page in a frame, or from another page in the same place. */
export const says = (frame: HTMLIFrameElement, data: unknown, origin = new URL(frame.src).origin) =>
  act(async () => void window.dispatchEvent(new MessageEvent('message', { data, origin, source: frame.contentWindow })))
