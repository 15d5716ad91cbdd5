/** The settings of a conversation, alone. */
import { invalid } from '../../core/errors.ts'
import { reanalyzeConversation } from '../../features/analysis/index.ts'
import {
  deleteConversation,
  getConversation,
  restoreConversation,
  updateConversationPrivacy,
  updateConversationTeam,
  updateConversationTitle,
} from '../../features/conversations/index.ts'
import { updateConversationLegalHold } from '../../features/privacy/index.ts'
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
      return back(id, 'The title is saved.')
    },
    team: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(updateConversationTeam, { id, teamUUID: fields.given('team') ?? null })
      return back(id, 'Moved. It is analyzed again.')
    },
    privacy: async (visit, fields) => {
      const { id } = visit.params
      const isPrivate = fields.has('private')
      await visit.ask(updateConversationPrivacy, { id, private: isPrivate })
      return back(id, isPrivate ? 'Only its owner and admins see it now.' : 'Its team sees it now.')
    },
    analyze: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(reanalyzeConversation, { id, steps: fields.all('steps') as never })
      return back(id, 'It is being analyzed again.')
    },
    hold: async (visit, fields) => {
      const { id } = visit.params
      await visit.ask(updateConversationLegalHold, { id, on: true, reason: fields.text('reason') })
      return back(id, 'A legal hold keeps it now.')
    },
    release: async (visit) => {
      const { id } = visit.params
      const { held } = await visit.ask(updateConversationLegalHold, { id, on: false })
      return back(id, held ? 'Released. Another hold still keeps it.' : 'Released.')
    },
    archive: async (visit) => {
      const { id } = visit.params
      await visit.ask(deleteConversation, { id })
      return back(id, 'It is archived.')
    },
    restore: async (visit) => {
      const { id } = visit.params
      await visit.ask(restoreConversation, { id })
      return back(id, 'It is back in the lists.')
    },
    erase: async (visit, fields) => {
      const { id } = visit.params
      const { attributes } = await visit.ask(getConversation, { id })
      if (plain(fields.text('typed')) !== plain(attributes.title)) {
        throw invalid({ pointer: '/typed', detail: 'This is not the title of the conversation.' })
      }
      await visit.ask(deleteConversation, { id, erase: 'true' })
      return goTo('/conversations', 'The conversation is erased.')
    },
  },
})

/** Browsers show white space as one space, and people type what they see. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
