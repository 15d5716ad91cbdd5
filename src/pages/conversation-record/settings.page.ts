/** Page with the settings panel of a call. */
import { invalid } from '../../core/errors.ts'
import { reanalyzeConversation } from '../../features/analysis/pipeline/index.ts'
import {
  deleteConversation,
  getConversation,
  restoreConversation,
  updateConversationPrivacy,
  updateConversationTeam,
  updateConversationTitle,
} from '../../features/conversations/records/index.ts'
import { updateConversationLegalHold } from '../../features/privacy/personal-data/index.ts'
import { definePage, goTo } from '../../inbound/web/define-page.ts'
import { backTo, panelPage } from './record.ts'
import { settingsPanel } from './settings-panel.ts'

const back = (id: string, said: string) => goTo(backTo(id, 'settings'), said)

export const settingsPage = definePage({
  path: '/conversations/:id/settings',
  show: (visit) => panelPage(visit, 'settings', (conversation) => settingsPanel(visit, conversation)),
  actions: {
    title: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(updateConversationTitle, { id, title: fields.text('title') })
      return back(id, 'Title saved')
    },
    team: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(updateConversationTeam, { id, teamUUID: fields.given('team') ?? null })
      return back(id, 'Team changed. Parley is analyzing the call again.')
    },
    privacy: async (visit, fields) => {
      const { id } = visit.params
      const isPrivate = fields.has('private')
      await visit.ask(updateConversationPrivacy, { id, private: isPrivate })
      return back(
        id,
        isPrivate ? 'Call is private. Only the owner and admins can see it.' : 'Call shared with the team',
      )
    },
    analyze: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(reanalyzeConversation, { id, steps: fields.all('steps') as never })
      return back(id, 'Analysis started')
    },
    hold: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(updateConversationLegalHold, { id, on: true, reason: fields.text('reason') })
      return back(id, 'Legal hold created')
    },
    release: async (visit) => {
      const { id } = visit.params
      const { held } = await visit.ask(updateConversationLegalHold, { id, on: false })
      return back(id, held ? 'Legal hold released. Another hold still covers this call.' : 'Legal hold released')
    },
    archive: async (visit) => {
      const { id } = visit.params
      await visit.ask(deleteConversation, { id })
      return back(id, 'Call archived')
    },
    restore: async (visit) => {
      const { id } = visit.params
      await visit.ask(restoreConversation, { id })
      return back(id, 'Call restored')
    },
    erase: async (visit, fields) => {
      const { id } = visit.params
      const { attributes } = await visit.ask(getConversation, { id })
      if (plain(fields.text('typed')) !== plain(attributes.title)) {
        throw invalid({
          pointer: '/typed',
          detail: "The titles don't match. Type the title of the call to confirm the erasure.",
        })
      }
      await visit.ask(deleteConversation, { id, erase: 'true' })
      return goTo('/conversations', 'Call erased')
    },
  },
})

/** Collapses white space as browsers display it, because users type the title as they see it. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
