/**
 * Passkeys: creates or uses one with the options of a form, and submits the response with it. Without this script, and in
 * browsers without WebAuthn Level 3, the form only says why it doesn't work.
 */
import { t } from './languages/messages.browser.ts'

const form = document.querySelector<HTMLFormElement>('form[data-passkey]')
const response = form?.querySelector<HTMLInputElement>('input[name="response"]')
const button = form?.querySelector('button')
if (form !== null && response != null && button != null) start(form, response, button)

function start(form: HTMLFormElement, response: HTMLInputElement, button: HTMLButtonElement): void {
  const problem = form.querySelector<HTMLElement>('[data-passkey-problem]')
  const { passkey, options = '{}' } = form.dataset
  const show = (words: string) => {
    if (problem === null) return
    problem.textContent = words
    problem.hidden = words === ''
  }
  // Static methods that convert options from JSON are the newest part that is needed.
  if (typeof PublicKeyCredential === 'undefined' || !('parseCreationOptionsFromJSON' in PublicKeyCredential)) {
    show(t("Your browser doesn't support passkeys, or it is too old. Update it, or sign in another way."))
    return
  }
  button.disabled = false
  const run = async () => {
    show('')
    button.disabled = true
    try {
      const credential = await (passkey === 'create' ? create(options) : use(options))
      if (!(credential instanceof PublicKeyCredential)) return
      response.value = JSON.stringify(credential.toJSON())
      form.submit()
    } catch (error) {
      show(toWords(error))
    } finally {
      button.disabled = false
    }
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void run()
  })
}

const create = (options: string) =>
  navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(options)) })

const use = (options: string) =>
  navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(options)) })

/** Errors of WebAuthn by name. Browsers report the same name for a canceled prompt and for a missing passkey. */
function toWords(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return t('This device has a passkey for your account already.')
  if (name === 'SecurityError') return t('Passkeys work only at the public address of Parley. Open Parley there.')
  return t('No passkey was used. Try again, or use another way.')
}
