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
import { definePage, redirectTo } from '../../inbound/web/define-page.ts'
import { panelPage, toPanelPath } from './record.ts'
import { settingsPanel } from './settings-panel.ts'

const redirectToSettings = (id: string, said: string) => redirectTo(toPanelPath(id, 'settings'), said)

export const settingsPage = definePage({
  path: '/conversations/:id/settings',
  show: (req) => panelPage(req, 'settings', (conversation) => settingsPanel(req, conversation)),
  actions: {
    title: async (req, fields) => {
      const { id } = req.params
      await req.run(updateConversationTitle, { id, title: fields.text('title') })
      return redirectToSettings(id, 'Title saved')
    },
    team: async (req, fields) => {
      const { id } = req.params
      await req.run(updateConversationTeam, { id, teamUUID: fields.optional('team') ?? null })
      return redirectToSettings(id, 'Team changed. Parley is analyzing the call again.')
    },
    privacy: async (req, fields) => {
      const { id } = req.params
      const isPrivate = fields.has('private')
      await req.run(updateConversationPrivacy, { id, private: isPrivate })
      return redirectToSettings(
        id,
        isPrivate ? 'Call is private. Only the owner and admins can see it.' : 'Call shared with the team',
      )
    },
    analyze: async (req, fields) => {
      const { id } = req.params
      await req.run(reanalyzeConversation, { id, steps: fields.all('steps') as never })
      return redirectToSettings(id, 'Analysis started')
    },
    hold: async (req, fields) => {
      const { id } = req.params
      await req.run(updateConversationLegalHold, { id, on: true, reason: fields.text('reason') })
      return redirectToSettings(id, 'Legal hold created')
    },
    release: async (req) => {
      const { id } = req.params
      const { held } = await req.run(updateConversationLegalHold, { id, on: false })
      return redirectToSettings(
        id,
        held ? 'Legal hold released. Another hold still covers this call.' : 'Legal hold released',
      )
    },
    archive: async (req) => {
      const { id } = req.params
      await req.run(deleteConversation, { id })
      return redirectToSettings(id, 'Call archived')
    },
    restore: async (req) => {
      const { id } = req.params
      await req.run(restoreConversation, { id })
      return redirectToSettings(id, 'Call restored')
    },
    erase: async (req, fields) => {
      const { id } = req.params
      const { attributes } = await req.run(getConversation, { id })
      if (plain(fields.text('typed')) !== plain(attributes.title)) {
        throw invalid({
          pointer: '/typed',
          detail: "The titles don't match. Type the title of the call to confirm the erasure.",
        })
      }
      await req.run(deleteConversation, { id, erase: 'true' })
      return redirectTo('/conversations', 'Call erased')
    },
  },
})

/** Collapses white space as browsers display it, because users type the title as they see it. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
