/**
 * A folder of this machine or a mounted network folder. Network folders report no changes, so it is looked at
 * regularly. A file is complete when its size and time stay the same between two looks some seconds apart.
 */
import { createHash } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { MANIFEST_NAMES, type ManifestEntry } from '../../conversations/manifests/index.ts'
import { isRecordingName } from '../../text/transcripts/index.ts'
import { COMPARED_BYTES_MAX, chooseByContent } from './choose-transcript.ts'
import {
  type FolderManifest,
  findRecording,
  isManifestPath,
  MANIFEST_BYTES_MAX,
  NO_MANIFEST,
  readFolderManifest,
  toManifestFacts,
} from './folder-manifest.ts'
import {
  type AnnouncedCall,
  type ListRequest,
  type SourceAccess,
  SourceFault,
  type SourceKind,
  type SourcePage,
  type SourcePart,
} from './kind.ts'
import { isKnownFile } from './media-names.ts'

/** Names of programs that are still writing. */
const UNFINISHED = /^[.~]|^~\$|\.(part|partial|tmp|temp|crdownload|download|filepart|swp)$/i
/** Folders into which finished files are moved. */
const DONE = 'done'
const FAILED = 'failed'

/** Time between the two looks that must agree. */
const STABLE_MS = 3_000
/** Time for which a recording waits for a transcript of the same name, and the reverse. */
const GRACE_MS = 60_000
/** Maximum number of files in one page, folders below, and files in all. */
const PAGE_FILES = 200
const DEPTH_MAX = 8
const FILES_MAX = 200_000
const PATH_BYTES_MAX = 1_024
const OWNER_NAME_MAX = 320

export const folderKind: SourceKind = {
  id: 'folder',
  title: 'Watched folder',
  hasFiles: true,
  about: 'Recordings and transcripts that a program or a person puts into a folder of the server.',
  steps: [
    'The operator of the server lists allowed folders in the setting SOURCE_FOLDERS.',
    'Enter one of these folders, or a folder below it.',
    'Put recordings there, transcripts, or both with the same name: `call.mp4` and `call.vtt` become one call.',
    'To state titles, times, owners, participants and CRM records, add a `manifest.csv` or `manifest.json` to the folder.',
  ],
  fields: [
    {
      name: 'path',
      label: 'Folder',
      help: 'Absolute path on the server, in a folder that the operator allows. Example: `/srv/recordings/sales`.',
      required: true,
      max: 1_000,
      check: (value) => (value.startsWith('/') ? undefined : 'The value must be an absolute path.'),
    },
    {
      name: 'after',
      label: 'After the import',
      help: 'Whether imported files stay where they are, or move to the subfolders `done` and `failed`.',
      usual: 'leave',
      choices: [
        { value: 'leave', label: 'Leave the files' },
        { value: 'move', label: 'Move them to the subfolders done and failed' },
      ],
    },
    {
      name: 'ownerFrom',
      label: 'Owner of a call',
      help: 'Whether the first subfolder names the owner, by email address or user name. Example: `ana@acme.example/call.mp4` or `ana/call.mp4`.',
      usual: 'source',
      choices: [
        { value: 'source', label: 'The default owner of the source' },
        { value: 'subfolder', label: 'The user whom the first subfolder names' },
      ],
    },
  ],
  list: listFiles,
  lookMinutes: 1,
  async fetch({ at }, target, access) {
    const folder = await openFolder(access)
    const file = await openWithin(folder, at.path ?? '')
    try {
      const before = await file.stat()
      if (before.size > target.maxBytes) throw new SourceFault('lasting', 'The file is larger than the limit.')
      await pipeline(
        file.createReadStream({ autoClose: false, start: 0 }),
        createWriteStream(target.path, { mode: 0o600 }),
        { signal: access.signal },
      )
      const after = await file.stat()
      if (toVersion(after) !== toVersion(before)) throw new SourceFault('temporary', 'The file is still being written.')
    } finally {
      await file.close()
    }
  },
  async finish(call, outcome, access) {
    if (access.settings.after !== 'move') return
    const folder = await openFolder(access)
    for (const { at } of [call.transcript, call.recording].filter((part) => part !== undefined)) {
      await move(folder, at?.path ?? '', outcome === 'imported' ? DONE : FAILED)
    }
  },
  async test(access) {
    const folder = await openFolder(access)
    const files = await findFiles(folder)
    return `The folder can be read. It contains ${files.length} recordings and transcripts.`
  },
}

/** @returns the resolved folder @throws SourceFault if it isn't below an allowed one */
async function openFolder({ settings, folders }: SourceAccess): Promise<string> {
  if (folders.length === 0) {
    throw new SourceFault('lasting', 'The operator allows no folders. Set SOURCE_FOLDERS on the server.')
  }
  const folder = await resolveFolder(settings.path ?? '')
  for (const root of folders) {
    const allowed = await resolveFolder(root).catch(() => undefined)
    if (allowed !== undefined && isWithin(allowed, folder)) return folder
  }
  throw new SourceFault('lasting', "The folder isn't below a folder that the operator allows in SOURCE_FOLDERS.")
}

async function resolveFolder(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    // The same sentence for every reason, so that paths outside of the allowed folders can't be explored.
    throw new SourceFault('temporary', "The folder doesn't exist, can't be read, or isn't allowed.")
  }
}

const isWithin = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** Opens a regular file below the folder, without following links out of it. */
async function openWithin(folder: string, path: string): Promise<FileHandle> {
  const full = resolve(folder, path)
  const parent = await realpath(dirname(full)).catch(() => undefined)
  if (parent === undefined || !isWithin(folder, parent))
    throw new SourceFault('temporary', 'The file no longer exists.')
  try {
    const file = await open(
      join(parent, basename(full)),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
    if ((await file.stat()).isFile()) return file
    await file.close()
  } catch {
    throw new SourceFault('temporary', "The file no longer exists, or can't be opened.")
  }
  throw new SourceFault('lasting', 'The path is not a file.')
}

interface FoundFile {
  /** Path below the folder. */
  readonly path: string
  readonly version: string
  readonly changedAt: number
}

const toVersion = ({ size, mtimeMs }: { readonly size: number; readonly mtimeMs: number }) => `${size} ${mtimeMs}`

/** Recordings and transcripts below the folder, by path. Links aren't followed. */
async function findFiles(folder: string): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  const left: [path: string, depth: number][] = [['', 0]]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [below, depth] = next
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (UNFINISHED.test(entry.name) || Buffer.byteLength(path) > PATH_BYTES_MAX) continue
      if (entry.isDirectory() && depth < DEPTH_MAX) {
        if (below !== '' || (entry.name !== DONE && entry.name !== FAILED)) left.push([path, depth + 1])
      } else if (entry.isFile() && isKnownFile(entry.name) && !isManifestPath(path)) {
        if (found.length >= FILES_MAX) {
          throw new SourceFault('lasting', `The folder contains more than ${FILES_MAX} files. Use several folders.`)
        }
        const facts = await lstat(join(folder, path)).catch(() => undefined)
        if (facts?.isFile() && facts.size > 0) {
          found.push({ path, version: toVersion(facts), changedAt: Math.max(facts.mtimeMs, 0) })
        }
      }
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

const isRecording = ({ path }: FoundFile): boolean => isRecordingName(path)

/** Lists files that are new or changed, complete, and not waiting for their partner. */
async function listFiles(access: SourceAccess, { cursor, findSeen, until }: ListRequest): Promise<SourcePage> {
  const folder = await openFolder(access)
  const version = await findManifest(folder)
  const manifest = await readManifest(folder, version)
  const { fault } = manifest
  const groups = [...Map.groupBy(await findFiles(folder), ({ path }) => manifest.toKey(path))]
    .filter(([stem]) => cursor === undefined || stem > cursor)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const [calls, examined]: [AnnouncedCall[], { stem: string; files: FoundFile[] }[]] = [[], []]
  let last: string | undefined
  let next: string | undefined
  for (let at = 0; at < groups.length; at += PAGE_FILES) {
    const batch = groups.slice(at, at + PAGE_FILES)
    const seen = await findSeen(batch.flatMap(([, files]) => files.map(({ path }) => path)))
    for (const [stem, files] of batch) {
      if (manifest.isHeld(stem)) continue
      if (files.every(({ path, version }) => seen.get(path)?.version === version)) continue
      if (examined.length >= PAGE_FILES) {
        next = last
        break
      }
      examined.push({ stem, files })
      last = stem
    }
    if (next !== undefined) break
  }
  if (examined.length === 0) return { calls, fault }
  const seen = await findSeen(examined.flatMap(({ files }) => files.map(({ path }) => path)))
  await (access.wait?.(STABLE_MS, access.signal) ?? pause(STABLE_MS, undefined, { signal: access.signal }))
  // A program that writes files can still be writing the manifest.
  if ((await findManifest(folder))?.version !== version?.version) return { calls, fault }
  for (const { stem, files } of examined) {
    const isStable = await areUnchanged(folder, files)
    if (!isStable || isWaiting(files, until)) continue
    calls.push(await toCall(folder, { files, seen, entry: manifest.find(stem) }, access))
  }
  return { calls, next, fault }
}

/** The manifest of the folder, if there is one. */
async function findManifest(folder: string): Promise<FoundFile | undefined> {
  for (const path of MANIFEST_NAMES) {
    const facts = await lstat(join(folder, path)).catch(() => undefined)
    if (facts?.isFile()) return { path, version: toVersion(facts), changedAt: facts.mtimeMs }
  }
  return undefined
}

/** Manifests by path and version, because a folder is looked at each minute. */
const manifests = new LRUCache<string, FolderManifest>({ max: 8 })

/** @throws SourceFault if the manifest can't be read */
async function readManifest(folder: string, found: FoundFile | undefined): Promise<FolderManifest> {
  if (found === undefined) return NO_MANIFEST
  const key = `${join(folder, found.path)} ${found.version}`
  const known = manifests.get(key)
  if (known !== undefined) return known
  const file = await openWithin(folder, found.path)
  try {
    if ((await file.stat()).size > MANIFEST_BYTES_MAX) {
      throw new SourceFault('temporary', `The file ${found.path} is larger than 32 MiB. Split it over several folders.`)
    }
    const manifest = readFolderManifest(await file.readFile(), found.path)
    manifests.set(key, manifest)
    return manifest
  } finally {
    await file.close()
  }
}

async function areUnchanged(folder: string, files: readonly FoundFile[]): Promise<boolean> {
  for (const { path, version } of files) {
    const facts = await lstat(join(folder, path)).catch(() => undefined)
    if (facts === undefined || toVersion(facts) !== version) return false
  }
  return true
}

/** Whether the partner of a single file may still arrive. */
function isWaiting(files: readonly FoundFile[], now: Date): boolean {
  const hasBoth = files.some(isRecording) && files.some((file) => !isRecording(file))
  return !hasBoth && files.some(({ changedAt }) => now.getTime() - changedAt < GRACE_MS)
}

/**
 * One call of files with the same name. Its ID is that of the manifest, otherwise the hash of the recording or transcript,
 * so that a renamed or copied file isn't imported again. A file that joins known ones later gets the ID of their call.
 */
async function toCall(folder: string, group: FileGroup, access: SourceAccess): Promise<AnnouncedCall> {
  const { files, seen, entry } = group
  const recording = findRecording(files, getPath, entry)
  const transcript = await chooseByContent(files, {
    ...{ getPath, named: entry?.file },
    read: ({ path }) => readSmall(folder, path),
  })
  const main = recording ?? transcript
  if (main === undefined) throw new Error('The group has no file.')
  const changed = files.some(({ path, version }) => (seen.get(path)?.version ?? version) !== version)
  const partner = changed
    ? undefined
    : files.map(({ path }) => seen.get(path)?.externalId).find((id) => id !== undefined)
  const externalId = partner ?? entry?.id ?? (await hashFile(folder, main.path, access))
  const [subfolder, ...below] = main.path.split('/')
  const isNamed = access.settings.ownerFrom === 'subfolder' && subfolder !== undefined && below.length > 0
  return {
    externalId,
    ...(isNamed ? { ownerName: subfolder.slice(0, OWNER_NAME_MAX) } : {}),
    ...toManifestFacts(entry),
    ...(recording === undefined ? {} : { recording: toPart(recording) }),
    ...(transcript === undefined ? {} : { transcript: toPart(transcript) }),
    objects: files.map(({ path, version }) => ({ name: path, version })),
  }
}

interface FileGroup {
  readonly files: readonly FoundFile[]
  /** Versions and calls that earlier looks stored, by path. */
  readonly seen: ReadonlyMap<string, { readonly version: string; readonly externalId: string }>
  readonly entry: ManifestEntry | undefined
}

const getPath = ({ path }: FoundFile): string => path

/** Content of a file to compare. Undefined if it is large. */
async function readSmall(folder: string, path: string): Promise<Buffer | undefined> {
  const file = await openWithin(folder, path)
  try {
    return (await file.stat()).size > COMPARED_BYTES_MAX ? undefined : await file.readFile()
  } finally {
    await file.close()
  }
}

const toPart = ({ path }: FoundFile): SourcePart => ({ name: basename(path), at: { path } })

async function hashFile(folder: string, path: string, { signal }: SourceAccess): Promise<string> {
  const file = await openWithin(folder, path)
  try {
    const hash = createHash('sha256')
    await pipeline(file.createReadStream({ autoClose: false, start: 0 }), hash, { signal })
    return hash.digest('hex')
  } finally {
    await file.close()
  }
}

/** Moves a file into a subfolder and keeps its path below it. A name that exists there gets a number. */
async function move(folder: string, path: string, into: typeof DONE | typeof FAILED): Promise<void> {
  const from = resolve(folder, path)
  if (!isWithin(folder, from) || (await lstat(from).catch(() => undefined))?.isFile() !== true) return
  const target = join(folder, into, relative(folder, from))
  await mkdir(dirname(target), { recursive: true })
  const parent = await realpath(dirname(target))
  if (!isWithin(folder, parent)) return
  for (let number = 0; number < 1_000; number++) {
    const name = number === 0 ? basename(target) : `${basename(target, extname(target))} (${number})${extname(target)}`
    if ((await lstat(join(parent, name)).catch(() => undefined)) !== undefined) continue
    await rename(from, join(parent, name))
    return
  }
}
