/** Codes at sign-in and at setup: of the authenticator app, or a recovery code. */
import type { Writer } from '../../../core/db.ts'
import type { Log } from '../../../core/log.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Sealer } from '../../../core/sealed.ts'
import {
  advanceStep,
  deleteRecoveryCodes,
  insertRecoveryCodes,
  putUnconfirmedApp,
  selectApp,
  takeRecoveryCode,
} from './queries.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { findTotpStep, newTotpKey } from './totp.ts'

const toSealPurpose = (userId: string) => `authenticator app ${userId}`

/** Time for the setup of an app. After it, the setup starts again. */
const SETUP_MS = 30 * 60_000

export interface KeyPorts {
  readonly sealer: Sealer
  readonly log: Log
}

interface UserAt {
  readonly userId: string
  readonly now: Date
}

/** Creates the key of an app. It counts as a second factor only after the first code. */
export async function startApp(
  tx: Writer,
  org: OrganizationId,
  { sealer }: KeyPorts,
  { userId, now }: UserAt,
): Promise<void> {
  await putUnconfirmedApp(tx, org, { userId, secret: sealer.seal(org, toSealPurpose(userId), newTotpKey()), at: now })
}

/** @returns the key of an app whose setup isn't complete; undefined if there is none, or if it started too long ago */
export async function findUnconfirmedKey(
  db: Parameters<typeof selectApp>[0],
  org: OrganizationId,
  ports: KeyPorts,
  { userId, now }: UserAt,
): Promise<string | undefined> {
  const app = await selectApp(db, org, userId)
  if (app === undefined || app.confirmed_at !== null) return undefined
  if (now.getTime() - Date.parse(app.created_at) > SETUP_MS) return undefined
  return openKey(org, ports, userId, app.secret)
}

/** @returns undefined if the service's secret has changed since; recovery codes work then */
function openKey(org: OrganizationId, { sealer, log }: KeyPorts, userId: string, secret: string): string | undefined {
  try {
    return sealer.open(org, toSealPurpose(userId), secret)
  } catch {
    log.warn({ organization: org, user: userId }, 'the key of an authenticator app was encrypted with another secret')
    return undefined
  }
}

/**
 * Uses a code of the app. Each code is accepted once.
 * @returns false for a wrong code, and for a code that was used
 */
export async function useAppCode(
  tx: Writer,
  org: OrganizationId,
  ports: KeyPorts,
  { userId, now, code }: UserAt & { readonly code: string },
): Promise<boolean> {
  const app = await selectApp(tx, org, userId)
  if (app === undefined) return false
  const key = openKey(org, ports, userId, app.secret)
  if (key === undefined) return false
  const step = findTotpStep(key, code.replaceAll(/[\s-]/g, ''), now)
  return step !== undefined && (await advanceStep(tx, org, userId, step))
}

/** @returns false for a wrong code, and for a code that was used */
export async function useRecoveryCode(
  tx: Writer,
  org: OrganizationId,
  userId: string,
  given: string,
): Promise<boolean> {
  const hash = hashRecoveryCode(userId, given)
  return hash !== undefined && (await takeRecoveryCode(tx, org, userId, hash))
}

/** Replaces all recovery codes. @returns the new codes, which are stored as digests only */
export async function renewRecoveryCodes(tx: Writer, org: OrganizationId, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await deleteRecoveryCodes(tx, org, userId)
  const hashes = codes.flatMap((code) => hashRecoveryCode(userId, code) ?? [])
  await insertRecoveryCodes(tx, org, userId, hashes)
  return codes
}
