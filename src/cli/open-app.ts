/** Opens the app for commands that serve. */
import type { App } from '../app.ts'
import { systemClock } from '../core/clock.ts'
import type { Config } from '../core/config.ts'
import type { Log } from '../core/log.ts'

/**
 * Opens the app, and loads modules while the thread of the embedded database opens it. Both need about a second.
 * @param load imports of modules that the command needs; they block this thread
 */
export async function openAppWhileLoading<Loaded>(
  config: Config,
  log: Log,
  load: () => Promise<Loaded>,
): Promise<{ readonly app: App; readonly loaded: Loaded }> {
  const { openServices } = await import('../services.ts')
  const started = Promise.withResolvers<void>()
  const opening = openServices(config, log, systemClock, started.resolve)
  let isTaken = false
  try {
    await Promise.race([started.promise, opening])
    const [{ openApp }, loaded] = [await import('../app.ts'), await load()]
    const takeServices = () => {
      isTaken = true
      return opening
    }
    return { app: await openApp(config, log, { openServices: takeServices }), loaded }
  } catch (error) {
    // `openApp` closes services that it has taken.
    if (!isTaken) await opening.then(({ close }) => close()).catch(() => undefined)
    throw error
  }
}
