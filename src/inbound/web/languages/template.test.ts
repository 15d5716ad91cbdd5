import { describe, expect, it } from 'vitest'
import { addCatalog } from '../../../core/languages/catalogs.ts'
import { runInLanguage } from '../../../core/languages/current.ts'
import { Message, t } from '../../../core/languages/message.ts'
import { attribute, html } from '../html.ts'
import { templateKeys } from './template.ts'

/** Keys of a template, whose values don't matter. */
const keysOf = (parts: TemplateStringsArray, ..._values: readonly unknown[]) => templateKeys(parts)

const GERMAN: Readonly<Record<string, string>> = {
  Save: 'Sichern',
  'Sign in to <1>{0}</1>': 'Bei <1>{0}</1> anmelden',
  '{0} calls of {1}': '{1}: {0} Anrufe',
  'Find a deal': 'Deal "finden" <b>',
  'About {0}': 'Über {0}',
  Broken: 'Kaputt {0}',
  'No <1>one</1>': '</1>Kein<1>',
  Danger: '<script>alert(1)</script><1/>',
  'Since {0}.': 'Seit {0}.',
  'Since {0}. Done.': 'Seit {0}. Fertig.',
  'verb::Open': 'Öffnen',
  'state::Open': 'Offen',
}
addCatalog('qaa', (key) => GERMAN[key])

const german = (work: () => { readonly text: string }) => runInLanguage('qaa', work).text

describe('the messages of a template', () => {
  it('end at elements of the layout', () => {
    expect(keysOf`<h1>Title</h1>\n<p class="when">Two\n  words</p><ul><li>${1}</li></ul>Rest`).toEqual([
      'Title',
      'Two words',
      'Rest',
    ])
  })

  it('contain the elements and values of a sentence', () => {
    expect(keysOf`<p>Sign in to <bdi>${1}</bdi> as <a href="/x?y=${2}">user</a>.</p>`).toEqual([
      'Sign in to <1>{0}</1> as <2>user</2>.',
    ])
  })

  it('leave out values and elements around the text', () => {
    expect(keysOf`<a>${1}<span>Settings</span>${2}</a>`).toEqual(['Settings'])
    expect(keysOf`<b><i>Bold</i></b>`).toEqual(['Bold'])
    expect(keysOf`<p>Done.${1}</p>`).toEqual(['Done.'])
    expect(keysOf`<p>${1} calls</p>`).toEqual(['{0} calls'])
    expect(keysOf`<span>One</span><kbd>Ctrl</kbd> <span>Two</span>`).toEqual(['One', 'Two'])
  })

  it('are attributes that people read, and no other text of tags', () => {
    expect(keysOf`<input class="Some class" title="Find a deal" value="x y" placeholder="${1}"${2}>`).toEqual([
      'Find a deal',
    ])
    expect(keysOf` class="inline" aria-label="About ${1}"`).toEqual(['About {0}'])
    expect(keysOf` autofocus`).toEqual([])
    expect(keysOf`<a title="A"><b>${1}</b> by you</a>`).toEqual(['A', '<1>{0}</1> by you'])
  })

  it('are no punctuation, numbers or the name of the product', () => {
    expect(keysOf`<p>${1}: ${2} · 3</p><title>${3} · Parley</title><p>&nbsp;</p>`).toEqual([])
  })

  it('have characters instead of references', () => {
    expect(keysOf`<b>Search &amp; Ask</b>`).toEqual(['Search & Ask'])
  })
})

describe('a template in another language', () => {
  it('has the translations, with values and elements in their order', () => {
    expect(german(() => html`<p>Sign in to <bdi>${'Acme'}</bdi></p>`)).toBe('<p>Bei <bdi>Acme</bdi> anmelden</p>')
    expect(german(() => html`<p> ${3} calls of ${'<Ann>'} </p>`)).toBe('<p> &lt;Ann&gt;: 3 Anrufe </p>')
    expect(german(() => html`<p title="About ${'"Ann"'}">x</p>`)).toBe('<p title="Über &quot;Ann&quot;">x</p>')
  })

  it('keeps English without a translation, or with one that has other placeholders', () => {
    expect(german(() => html`<p>Unknown &amp; new</p>`)).toBe('<p>Unknown &amp; new</p>')
    expect(german(() => html`<p>Broken</p>`)).toBe('<p>Broken</p>')
    expect(german(() => html`<p>No <b>one</b></p>`)).toBe('<p>No <b>one</b></p>')
  })

  it('takes translations as text', () => {
    expect(german(() => html`<input placeholder="Find a deal">`)).toBe(
      '<input placeholder="Deal &quot;finden&quot; &lt;b&gt;">',
    )
    expect(german(() => html`<p>Danger</p>`)).toBe('<p>Danger</p>')
    addCatalog('qab', () => '<script>alert(1)</script>')
    expect(runInLanguage('qab', () => html`<p>Danger</p>`).text).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>')
  })

  it("doesn't translate values, which are data of users", () => {
    expect(german(() => html`<p>${'Save'}</p><b>${html`Save`}</b>`)).toBe('<p>Save</p><b>Sichern</b>')
    expect(german(() => html`<p${attribute('title', 'Save')}></p>`)).toBe('<p title="Save"></p>')
  })

  it('leaves English as it is written', () => {
    expect(html`<p>Sign in to\n  <bdi>${'Acme'}</bdi></p>`.text).toBe('<p>Sign in to\n  <bdi>Acme</bdi></p>')
  })
})

describe('a message', () => {
  it('is translated when it is printed', () => {
    const save = t('Save')
    expect([String(save), german(() => html`${save}`)]).toEqual(['Save', 'Sichern'])
    expect(JSON.stringify({ save })).toBe('{"save":"Save"}')
  })

  it('has values that may be messages, and that are escaped', () => {
    const message = t`About ${t('Save')}`
    expect(message).toBeInstanceOf(Message)
    expect([`${message}`, german(() => html`${message}`)]).toEqual(['About Save', 'Über Sichern'])
    expect(german(() => html`${t`About ${'<b>{0}'}`}`)).toBe('Über &lt;b&gt;{0}')
  })

  it('has two meanings by its context', () => {
    const [verb, state] = [t('Open', 'verb'), t('Open', 'state')]
    expect([String(verb), String(state)]).toEqual(['Open', 'Open'])
    expect(german(() => html`${verb} ${state}`)).toBe('Öffnen Offen')
  })
})

describe('a sentence that ends with an abbreviation', () => {
  it('has one period', () => {
    expect(german(() => html`<p>Since ${html`<b>16. Nov.</b>`}.</p>`)).toBe('<p>Seit <b>16. Nov.</b></p>')
    expect(runInLanguage('qaa', () => String(t`Since ${'16. Nov.'}. Done.`))).toBe('Seit 16. Nov. Fertig.')
    expect(runInLanguage('qaa', () => String(t`Since ${'May'}.`))).toBe('Seit May.')
  })
})
