import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail } from '@tessera/contract'
import { z } from 'zod'
import type { Actor } from '../../lib/edge-token.ts'
import type { DatasetDeps } from './deps.ts'

type Deps = Pick<DatasetDeps, 'dataDir' | 'now'>

const KEPT_MS = 60 * 60 * 1_000
const About = z.object({ userId: z.string(), fileName: z.string(), createTime: z.string() })
export interface KeptUpload {
  zip: string
  fileName: string
}

const folderOf = ({ dataDir }: Deps) => join(dataDir, 'uploads')
const zipIn = (folder: string) => join(folder, 'upload.zip')
const aboutIn = (folder: string) => join(folder, 'about.json')

/** Keeps an archive that could be read another way, for an hour and for whoever uploaded it. */
export async function keepUpload(deps: Deps, of: { id: string; zip: string; fileName: string; actor: Actor }) {
  const folder = join(folderOf(deps), of.id)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const about = { userId: of.actor.userId, fileName: of.fileName, createTime: deps.now().toISOString() }
  await rename(of.zip, zipIn(folder))
  await writeFile(aboutIn(folder), JSON.stringify(about), { mode: 0o600 })
}

export async function findUpload(deps: Deps, id: string, actor: Pick<Actor, 'userId'>): Promise<KeptUpload> {
  if (!z.uuid().safeParse(id).success) fail('dataset.upload-again')
  const folder = join(folderOf(deps), id)
  const about = await aboutOf(folder)
  if (!about || about.userId !== actor.userId || isOld(deps, about)) fail('dataset.upload-again')
  return { zip: zipIn(folder), fileName: about.fileName }
}

export const forgetUpload = (deps: Deps, id: string) => rm(join(folderOf(deps), id), { recursive: true, force: true })

export async function deleteOldUploads(deps: Deps) {
  if (!existsSync(folderOf(deps))) return
  for (const id of await readdir(folderOf(deps))) {
    const about = await aboutOf(join(folderOf(deps), id))
    if (!about || isOld(deps, about)) await forgetUpload(deps, id)
  }
}

const isOld = ({ now }: Deps, { createTime }: { createTime: string }) =>
  now().getTime() - Date.parse(createTime) > KEPT_MS

/** Undefined for what a crash left half kept. */
async function aboutOf(folder: string) {
  try {
    return About.parse(JSON.parse(await readFile(aboutIn(folder), 'utf8')))
  } catch {
    return undefined
  }
}
