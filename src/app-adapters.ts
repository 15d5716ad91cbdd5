/** Adapters of the app that need no database: outbound requests, media, texts and worker pools. */
import type { Clock } from './core/clock.ts'
import type { Config } from './core/config.ts'
import type { Files } from './core/files.ts'
import type { Log } from './core/log.ts'
import type { MediaReader } from './core/media.ts'
import type { SharedPorts } from './core/operation.ts'
import type { ConnectPublic } from './core/public-connection.ts'
import type { PublicFetch } from './core/public-fetch.ts'
import { createCrmPort } from './outbound/crm/crm.ts'
import { createPublicConnect } from './outbound/http/public-connection.ts'
import { createPublicFetch } from './outbound/http/public-fetch.ts'
import { createMediaCuts } from './outbound/media/cuts.ts'
import { createMediaCutter } from './outbound/media/cutter.ts'
import { createMediaReader } from './outbound/media/reader.ts'
import { createObjectStores } from './outbound/object-stores/s3-objects.ts'
import { createSearchIndex } from './outbound/search-index/postgres.ts'
import { createTextExtraction } from './outbound/text-extraction/text-extraction.ts'
import { openAside } from './outbound/workers/worker-pool.ts'

type Adapters = Pick<
  SharedPorts,
  | 'fetchPublic'
  | 'connectPublic'
  | 'crm'
  | 'objectStores'
  | 'search'
  | 'textExtraction'
  | 'media'
  | 'cuts'
  | 'workers'
  | 'requestWorkers'
>

/** Reader of media files for commands without an app. */
export const openMediaReader = (): MediaReader => createMediaReader({ warn: () => undefined })

/** @param given outbound requests of a test */
export function openAdapters(
  config: Pick<Config, 'allowedPrivateTargets'>,
  { files, clock, log }: { readonly files: Files; readonly clock: Clock; readonly log: Log },
  given: { readonly fetchPublic?: PublicFetch; readonly connectPublic?: ConnectPublic },
): { readonly adapters: Adapters; closeAdapters(): Promise<void> } {
  const allowed = config.allowedPrivateTargets
  const fetchPublic = given.fetchPublic ?? createPublicFetch({ allowed })
  const cuts = createMediaCuts(createMediaCutter(files, log), log)
  const workers = openAside(log)
  const requestWorkers = openAside(log)
  return {
    adapters: {
      ...{ fetchPublic, cuts, workers, requestWorkers },
      connectPublic: given.connectPublic ?? createPublicConnect({ allowed }),
      crm: createCrmPort({ fetchPublic, clock }),
      objectStores: createObjectStores(fetchPublic),
      search: createSearchIndex(),
      textExtraction: createTextExtraction(log),
      media: createMediaReader(log),
    },
    async closeAdapters() {
      await cuts.close()
      await workers.close()
      await requestWorkers.close()
    },
  }
}
