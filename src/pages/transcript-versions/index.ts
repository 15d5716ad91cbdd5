/** Pages of transcript versions: the list, one version, its differences and its restoration. */
import type { AnyPage } from '../../inbound/web/define-page.ts'
import { comparePage } from './compare.page.ts'
import { restorePage } from './restore.page.ts'
import { versionPage } from './version.page.ts'
import { versionsPage } from './versions.page.ts'

export const transcriptVersionPages: readonly AnyPage[] = [versionsPage, versionPage, comparePage, restorePage]
