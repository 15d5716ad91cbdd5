/** Tables of the library, and what answers say of a folder. */
import type { Generated } from 'kysely'
import { z } from 'zod'
import { text } from '../../core/wire.ts'
import { DEPTH_MAX, namesIn } from './model.ts'

declare module '../../core/db.ts' {
  interface Tables {
    library_folders: {
      organization_id: string
      id: string
      /** Null for folders of the organization. */
      user_id: string | null
      library_id: Generated<string>
      parent_id: string | null
      name: string
      name_folded: string
      hidden: boolean
      created_by: string | null
      created_at: Instant
      updated_at: Instant
    }
    library_items: {
      organization_id: string
      id: string
      user_id: string | null
      library_id: Generated<string>
      folder_id: string | null
      snippet_id: string
      conversation_id: string
      added_by: string | null
      created_at: Instant
    }
  }
}

const NAME_MAX = 128

/** One line without a slash, since slashes part the names of a path. */
const isName = (name: string) => !/[/\p{Cc}\p{Zl}\p{Zp}]/u.test(name)

export const folderName = text({ min: 1, max: NAME_MAX, trim: true })
  .refine(isName, 'A name is one line without a slash.')
  .meta({ minLength: 1, maxLength: NAME_MAX })

export const folderPathText = () => text({ max: DEPTH_MAX * (NAME_MAX + 1) })

/** Names from the root down, parted by slashes. Blanks around a name and empty names are dropped. Gives the names. */
export const folderPath = folderPathText().transform((path, issues) => {
  const names = namesIn(path)
  if (names.length > DEPTH_MAX) issues.addIssue(`A path has at most ${DEPTH_MAX} folders.`)
  if (!names.every((name) => folderName.safeParse(name).success)) {
    issues.addIssue(`A folder's name has 1 to ${NAME_MAX} characters, on one line.`)
  }
  return names
})

/** The id of a folder, or an empty string for the root. Gives null for the root. */
export const folderReference = () =>
  z
    .string()
    .refine((value) => value === '' || z.guid().safeParse(value).success, 'This must be a UUID, or empty for the root.')
    .transform((value) => (value === '' ? null : value.toLowerCase()))
    .meta({ type: 'string', anyOf: [{ type: 'string', format: 'uuid' }, { const: '' }] })

const subFolder = z.object({
  uuid: z.string(),
  name: z.string(),
  parentUUID: z.string(),
  hidden: z.boolean(),
  totalElements: z.int().describe('Items right in this folder that the caller can see.'),
  totalFolders: z.int().describe('Folders right in this folder; hidden ones only when they are asked for.'),
})

/** Contract: "Library folder". */
export const libraryFolder = z
  .object({
    uuid: z.string().describe('Empty for the root.'),
    name: z.string(),
    organizationUUID: z.string(),
    parentUUID: z.string().describe('Empty when it lies in the root.'),
    path: z.string(),
    hidden: z.boolean(),
    userUUID: z.string().describe('Whose it is, when it is personal; else who made it. Of the root who was asked for.'),
    subFolders: z.array(subFolder),
    subFoldersTotal: z.int(),
  })
  .meta({ id: 'LibraryFolder' })
export type LibraryFolder = z.output<typeof libraryFolder>

export const folderOutput = z.object({ data: libraryFolder })
