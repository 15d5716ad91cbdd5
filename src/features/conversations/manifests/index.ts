/**
 * Manifests: CSV or JSON files that name the files of conversations, with title, date, owner, participants and links.
 * Imports of folders and archives read them, and sources whose calls are files.
 */
export {
  MANIFEST_FIELDS,
  MANIFEST_NAMES,
  type Manifest,
  type ManifestEntry,
  type ManifestFault,
  parseManifest,
} from './manifest.ts'
