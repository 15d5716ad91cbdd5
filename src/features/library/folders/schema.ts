/** Tables of the library, and the schemas of folders. */
import type { Generated } from 'kysely'
import { z } from 'zod'
import { text } from '../../../core/wire.ts'
import { DEPTH_MAX, namesIn } from './model.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    library_folders: {
      organization_id: string
      id: string
      /** Owner of a personal folder. Null for folders of the organization. */
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
      /** Place in the chosen order of the folder. Null without one. */
      position: Generated<number | null>
      created_at: Instant
      updated_at: Instant
    }
  }
}

const NAME_MAX = 128

/** Whether a name has one line and no slash, which separates the names of a path. */
const isName = (name: string) => !/[/\p{Cc}\p{Zl}\p{Zp}]/u.test(name)

export const folderName = text({ min: 1, max: NAME_MAX, trim: true })
  .refine(isName, "A folder name can't contain a slash or a line break.")
  .meta({ minLength: 1, maxLength: NAME_MAX })

export const folderPathText = () => text({ max: DEPTH_MAX * (NAME_MAX + 1) })

/** Path of names from the root, separated by slashes. Trims names, drops empty ones, and outputs the list of names. */
export const folderPath = folderPathText().transform((path, issues) => {
  const names = namesIn(path)
  if (names.length > DEPTH_MAX) issues.addIssue(`A path can contain at most ${DEPTH_MAX} folders.`)
  if (!names.every((name) => folderName.safeParse(name).success)) {
    issues.addIssue(`Each folder name must have 1 to ${NAME_MAX} characters without a line break.`)
  }
  return names
})

/** ID of a folder, or an empty string for the root. Outputs null for the root. */
export const folderReference = () =>
  z
    .string()
    .refine(
      (value) => value === '' || z.guid().safeParse(value).success,
      'Use the UUID of a folder, or an empty string for the root.',
    )
    .transform((value) => (value === '' ? null : value.toLowerCase()))
    .meta({ type: 'string', anyOf: [{ type: 'string', format: 'uuid' }, { const: '' }] })

const subFolder = z.object({
  uuid: z.string().describe('ID of the folder.'),
  name: z.string().describe('Name of the folder.'),
  parentUUID: z.string().describe('ID of the parent folder. Empty for the root.'),
  hidden: z.boolean().describe('Whether lists omit the folder unless `includeHidden` is true.'),
  totalElements: z.int().describe('Number of items directly in the folder that you can access.'),
  totalFolders: z.int().describe('Number of direct child folders. Includes hidden ones only with `includeHidden`.'),
})

/** "Library folder" of the contract. */
export const libraryFolder = z
  .object({
    uuid: z.string().describe('ID of the folder. Empty for the root.'),
    name: z.string().describe('Name of the folder. Empty for the root.'),
    organizationUUID: z.string().describe('ID of the organization that owns the library.'),
    parentUUID: z.string().describe('ID of the parent folder. Empty if the parent is the root.'),
    path: z.string().describe('Names from the root, separated by slashes, such as `/Deals/June`. The root is `/`.'),
    hidden: z.boolean().describe('Whether lists omit the folder unless `includeHidden` is true.'),
    userUUID: z
      .string()
      .describe(
        'ID of the owner of a personal folder, or of the user who created an organization folder (empty for ' +
          'organization-level keys). For the root, ID of the requested user.',
      ),
    updatedAt: z
      .string()
      .optional()
      .describe(
        'Time of the last change of the name, the parent or `hidden`. Omitted for the root. ISO 8601 date-time in UTC. Example: `2026-11-21T09:30:00.000Z`.',
      ),
    subFolders: z.array(subFolder).describe('Direct child folders, sorted by name.'),
    subFoldersTotal: z.int().describe('Number of entries in `subFolders`.'),
  })
  .meta({ id: 'LibraryFolder' })
export type LibraryFolder = z.output<typeof libraryFolder>

export const folderOutput = z.object({ data: libraryFolder })
