import { VIEW_PICTURE_PATH } from '@tessera/contract/wire'

/** Of a picture at the party's own edge; the token opens this one for five minutes. */
export const edgePicturePath = (path: string, token: string): string =>
  `${VIEW_PICTURE_PATH}?${new URLSearchParams({ path, token })}`
