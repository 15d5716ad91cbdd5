import { call } from '../../src/testing/call.ts'
import type { SamplesOf } from './sample.ts'

export const librarySamples: SamplesOf = async (world, conversation, externalId) => {
  const make = async (path: string, body: object): Promise<Record<string, string>> => {
    const answer = await call(world.app, world.org, 'POST', path, { body })
    if (answer.status !== 201) throw new Error(answer.text)
    return answer.body.data ?? answer.body
  }
  const folder = async (name: string) => {
    const { uuid = '' } = await make('/library/folders', { name: `${name} ${externalId}` })
    return uuid
  }
  const snippet = async () => {
    const video = { start_time: 0, end_time: 1 }
    const { id = '' } = await make('/snippets', { user_uuid: world.bob.userId, conversation_id: conversation, video })
    return id
  }
  const item = async (folderUUID: string) => {
    const { uuid = '' } = await make('/library/items', { snippetUUID: await snippet(), folderUUID })
    return { path: { id: uuid } }
  }
  const [calls, spare] = [await folder('Calls'), await folder('Spare')]
  const kept = await item(calls)
  return {
    listLibraryFolders: { query: { userUUID: world.bob.userId ?? '' } },
    createLibraryFolder: { body: { name: `New ${externalId}` } },
    getLibraryFolder: { path: { id: calls } },
    updateLibraryFolder: { path: { id: calls }, body: { hidden: true } },
    deleteLibraryFolder: { path: { id: spare } },
    listLibraryItems: { query: { folderUUID: calls } },
    createLibraryItem: { body: { snippetUUID: await snippet(), folderUUID: calls } },
    getLibraryItem: kept,
    updateLibraryItem: { ...kept, body: { folderUUID: '' } },
    replaceLibraryItemPosition: { ...kept, body: { position: 1 } },
    deleteLibraryItem: await item(calls),
  }
}
