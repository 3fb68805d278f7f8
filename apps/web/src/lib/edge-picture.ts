import { VIEW_PICTURE_PATH } from '@tessera/contract/wire'

/** Returns the path of a picture at the party's own edge. The token is valid only for this picture, for 5 minutes. */
export const edgePicturePath = (path: string, token: string): string =>
  `${VIEW_PICTURE_PATH}?${new URLSearchParams({ path, token })}`
