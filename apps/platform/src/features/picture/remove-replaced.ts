import type { Deps, Stop } from '../../lib/deps.ts'
import { PICTURE_REPLACED, type PictureReplaced } from '../../lib/pictures.ts'
import { isAccountPicture } from '../account/index.ts'
import { isPartyPicture } from '../party/index.ts'
import { isTaskPicture } from '../task/index.ts'

type Removing = Pick<Deps, 'db' | 'bus' | 'files' | 'log'>

/** Removes pictures that were replaced, one after another. */
export function removeReplaced(deps: Removing): Stop {
  let underway = Promise.resolve()
  const unsubscribe = deps.bus.subscribe<PictureReplaced>(PICTURE_REPLACED, ({ path }) => {
    underway = underway
      .then(() => removeUnlessShown(deps, path))
      .catch((error) => deps.log.warn({ err: error, path }, 'a replaced picture could not be removed'))
  })
  return async () => {
    unsubscribe()
    await underway
  }
}

async function removeUnlessShown({ db, files }: Removing, path: string) {
  for (const shows of [isPartyPicture, isAccountPicture, isTaskPicture]) if (await shows(db, path)) return
  await files.remove(path)
}
