/** Page with the settings panel of a call. */

import { AppError, invalid } from '../../core/errors.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { reanalyzeConversation } from '../../features/analysis/pipeline/index.ts'
import {
  deleteConversation,
  getConversation,
  restoreConversation,
  updateConversationOwner,
  updateConversationParticipants,
  updateConversationPrivacy,
  updateConversationStart,
  updateConversationTeam,
  updateConversationTitle,
} from '../../features/conversations/records/index.ts'
import { updateConversationLegalHold } from '../../features/privacy/personal-data/index.ts'
import { definePage, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { parseParticipants } from '../components/participants.ts'
import { momentGiven } from '../components/times.ts'
import { panelPage, toPanelPath } from './record.ts'
import { settingsPanel } from './settings-panel.ts'

const redirectToSettings = (id: string, said: Text) => redirectTo(toPanelPath(id, 'settings'), said)

export const settingsPage = definePage({
  path: '/conversations/:id/settings',
  show: (req) => panelPage(req, 'settings', (conversation) => settingsPanel(req, conversation)),
  actions: {
    title: async (req, fields) => {
      const { id } = req.params
      await req.run(updateConversationTitle, { id, title: fields.text('title') })
      return redirectToSettings(id, t('Title saved'))
    },
    start: async (req, fields) => {
      const { id } = req.params
      const given = fields.text('startedAt')
      await req.run(updateConversationStart, { id, startedAt: momentGiven(req, given)?.toISOString() ?? given })
      return redirectToSettings(id, t('Start saved. Parley is analyzing the call again.'))
    },
    owner: async (req, fields) => {
      const { id } = req.params
      await req.run(updateConversationOwner, { id, userUUID: fields.text('owner') })
      // A private call is no longer visible to its previous owner.
      return (await isStillVisible(req, id))
        ? redirectToSettings(id, t('Owner changed'))
        : redirectTo('/conversations', t('Owner changed'))
    },
    participants: async (req, fields) => {
      const { id } = req.params
      const side = (name: string, internal: boolean) =>
        parseParticipants(fields.text(name)).map((person) => ({ ...person, internal }))
      const participants = [...side('outside', false), ...side('inside', true)]
      await req.run(updateConversationParticipants, { id, participants })
      return redirectToSettings(id, t('Participants saved. Parley is analyzing the call again.'))
    },
    team: async (req, fields) => {
      const { id } = req.params
      await req.run(updateConversationTeam, { id, teamUUID: fields.optional('team') ?? null })
      return redirectToSettings(id, t('Team changed. Parley is analyzing the call again.'))
    },
    privacy: async (req, fields) => {
      const { id } = req.params
      const isPrivate = fields.has('private')
      await req.run(updateConversationPrivacy, { id, private: isPrivate })
      return redirectToSettings(
        id,
        isPrivate ? t('Call is private. Only the owner and admins can see it.') : t('Call shared with the team'),
      )
    },
    analyze: async (req, fields) => {
      const { id } = req.params
      await req.run(reanalyzeConversation, { id, steps: fields.all('steps') as never })
      return redirectToSettings(id, t('Analysis started'))
    },
    hold: async (req, fields) => {
      const { id } = req.params
      await req.run(updateConversationLegalHold, { id, on: true, reason: fields.text('reason') })
      return redirectToSettings(id, t('Legal hold created'))
    },
    release: async (req) => {
      const { id } = req.params
      const { held } = await req.run(updateConversationLegalHold, { id, on: false })
      return redirectToSettings(
        id,
        held ? t('Legal hold released. Another hold still covers this call.') : t('Legal hold released'),
      )
    },
    archive: async (req) => {
      const { id } = req.params
      await req.run(deleteConversation, { id })
      return redirectToSettings(id, t('Call archived'))
    },
    restore: async (req) => {
      const { id } = req.params
      await req.run(restoreConversation, { id })
      return redirectToSettings(id, t('Call restored'))
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
      return redirectTo('/conversations', t('Call erased'))
    },
  },
})

async function isStillVisible(req: Pick<PageRequest, 'run'>, id: string): Promise<boolean> {
  try {
    await req.run(getConversation, { id })
    return true
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return false
    throw error
  }
}

/** Collapses white space as browsers display it, because users type the title as they see it. */
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
