import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, MAX_UNSAVED_UPLOADS } from '@tessera/contract'
import { z } from 'zod'
import type { Actor } from '../../lib/edge-token.ts'
import type { DatasetDeps } from '../rows/index.ts'

type Deps = Pick<DatasetDeps, 'dataDir' | 'now'>

const KEPT_MS = 60 * 60 * 1_000
const About = z.object({ userId: z.string(), fileName: z.string(), createTime: z.string() })
export interface UploadedArchive {
  zip: string
  fileName: string
}

const folderOf = ({ dataDir }: Deps) => join(dataDir, 'uploads')
const zipIn = (folder: string) => join(folder, 'upload.zip')
const aboutIn = (folder: string) => join(folder, 'about.json')

/** Stores an archive that can be read in another way for one hour. Only its uploader can read it. */
export async function storeArchive(deps: Deps, of: { id: string; zip: string; fileName: string; actor: Actor }) {
  const folder = join(folderOf(deps), of.id)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const about = { userId: of.actor.userId, fileName: of.fileName, createTime: deps.now().toISOString() }
  await rename(of.zip, zipIn(folder))
  await writeFile(aboutIn(folder), JSON.stringify(about), { mode: 0o600 })
  const own = (await listUploads(deps)).filter(({ userId }) => userId === about.userId)
  for (const old of own.slice(MAX_UNSAVED_UPLOADS)) await deleteArchive(deps, old.id)
}

export async function findArchive(deps: Deps, id: string, actor: Pick<Actor, 'userId'>): Promise<UploadedArchive> {
  if (!z.uuid().safeParse(id).success) fail('dataset.upload-again')
  const folder = join(folderOf(deps), id)
  const about = await aboutOf(folder)
  if (!about || about.userId !== actor.userId || isOld(deps, about)) fail('dataset.upload-again')
  return { zip: zipIn(folder), fileName: about.fileName }
}

export const deleteArchive = (deps: Deps, id: string) => rm(join(folderOf(deps), id), { recursive: true, force: true })

export async function deleteOldArchives(deps: Deps) {
  for (const { id, ...about } of await listUploads(deps)) if (isOld(deps, about)) await deleteArchive(deps, id)
}

/** Lists stored uploads, newest first. An upload that a crash left incomplete counts as the oldest. */
async function listUploads(deps: Deps) {
  if (!existsSync(folderOf(deps))) return []
  const nothing = { userId: '', fileName: '', createTime: new Date(0).toISOString() }
  const ids = await readdir(folderOf(deps))
  const found = await Promise.all(
    ids.map(async (id) => ({ id, ...((await aboutOf(join(folderOf(deps), id))) ?? nothing) })),
  )
  return found.sort((a, b) => b.createTime.localeCompare(a.createTime))
}

const isOld = ({ now }: Deps, { createTime }: { createTime: string }) =>
  now().getTime() - Date.parse(createTime) > KEPT_MS

/** Returns the metadata of an upload, or undefined if a crash left it incomplete. */
async function aboutOf(folder: string) {
  try {
    return About.parse(JSON.parse(await readFile(aboutIn(folder), 'utf8')))
  } catch {
    return undefined
  }
}
