/** Knowledge base: sources, search, and one page per source. */

import { t } from '../../core/languages/message.ts'
import { searchKnowledge } from '../../features/search/conversation-search/index.ts'
import {
  createKnowledgeSource,
  deleteKnowledgeSource,
  FILE_BYTES_MAX,
  getKnowledgeSource,
  listKnowledgeSources,
  updateKnowledgeSource,
  uploadKnowledgeSource,
} from '../../features/search/knowledge-base/index.ts'
import { type AnswerOf, definePage, type PageRequest, redirectTo } from '../../inbound/web/define-page.ts'
import { TEXT_FORM } from '../../inbound/web/form-body.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import {
  actionButton,
  type Fill,
  fileField,
  form,
  formMenu,
  selectField,
  textAreaField,
  textField,
} from '../components/form.ts'
import { badge, card, empty, facts, heading } from '../components/layout.ts'
import { renderMarks } from '../components/marks.ts'
import { problemBox, problemText } from '../components/problem.ts'
import { formatSize } from '../components/sizes.ts'
import { pageAsked, pager, table } from '../components/table.ts'
import { dayOf, renderTimestamp } from '../components/times.ts'

const FORMATS = {
  'text/markdown': 'Markdown',
  'text/html': 'HTML',
  'text/plain': t('Plain text'),
  'application/pdf': 'PDF',
} as const
type Format = keyof typeof FORMATS
const WRITTEN = Object.entries(FORMATS)
  .filter(([value]) => value !== 'application/pdf')
  .map(([value, label]) => ({ value, label }))

type Listed = AnswerOf<typeof listKnowledgeSources>['data'][number]
type Source = AnswerOf<typeof getKnowledgeSource>

export const knowledgePage = definePage({
  path: '/knowledge',
  navigation: { group: 'analysis', label: t('Knowledge base'), words: t('Documents that answers can quote') },
  async show(req) {
    const asked = req.query.get('q')?.trim() ?? ''
    const { data, meta } = await req.run(listKnowledgeSources, { page: pageAsked(req) })
    return {
      title: t('Knowledge base'),
      body: html`${heading(t('Knowledge base'), { words: t('Price lists, guides and other documents that Parley searches and quotes in answers, in addition to your calls.'), actions: req.user.role === 'ADMIN' && adding(req) })}
${(data.length > 0 || asked !== '') && finding(asked)}
${asked === '' ? renderSources(req, data, meta) : await renderSearchResults(req, asked)}`,
    }
  },
  forms: { write: TEXT_FORM },
  actions: {
    write: async (req, fields) => {
      const { id, attributes } = await req.run(createKnowledgeSource, {
        title: fields.text('title'),
        content: fields.text('content'),
        format: fields.text('format') as 'text/plain',
      })
      return redirectTo(`/knowledge/${id}`, t`Source ${attributes.title} added`)
    },
    upload: async (req, fields) => {
      const { source } = await req.run(uploadKnowledgeSource, {
        file: fields.file,
        title: fields.optional('file_title'),
      })
      return redirectTo(`/knowledge/${source.id}`, t('File uploaded. Parley is indexing it.'))
    },
  },
  uploads: { upload: { field: 'file', maxBytes: FILE_BYTES_MAX, operation: uploadKnowledgeSource } },
})

export const sourcePage = definePage({
  path: '/knowledge/:id',
  async show(req) {
    const source = await req.run(getKnowledgeSource, { id: req.params.id })
    const {
      title,
      format,
      status,
      error,
      file_name,
      file_size,
      file_removed_at,
      chunk_count,
      truncated,
      updated_at,
      content,
    } = source.attributes
    return {
      title,
      body: html`${heading(title, { trail: [{ label: t('Knowledge base'), path: '/knowledge' }] })}
${error !== null && problemBox(problemText(error))}
${card(
  t('Source'),
  facts([
    [t('Status'), renderStatus(status)],
    [t('Format'), FORMATS[format]],
    ...(file_name === null ? [] : [[t('File'), html`<bdi>${file_name}</bdi>`] as const]),
    ...(file_removed_at === null
      ? []
      : [[t('File deleted'), html`${renderTimestamp(req, file_removed_at)}, to erase personal data`] as const]),
    [t('Size'), formatSize(file_size)],
    [
      t('Indexed passages'),
      truncated ? t`${chunk_count} (text beyond the maximum length is not indexed)` : String(chunk_count),
    ],
    [t('Updated'), renderTimestamp(req, updated_at)],
  ]),
)}
${req.user.role === 'ADMIN' ? changing(req, source) : content !== null && card(t('Content'), html`<pre class="knowledge-text" dir="auto">${content}</pre>`)}`,
    }
  },
  forms: { change: TEXT_FORM },
  actions: {
    change: async (req, fields) => {
      const { id } = req.params
      // The form of a file has no content field, because the content of a file can't be edited.
      const text = fields.has('format')
        ? { content: fields.text('content'), format: fields.text('format') as 'text/plain' }
        : {}
      await req.run(updateKnowledgeSource, { id, title: fields.text('title'), ...text })
      return redirectTo(`/knowledge/${id}`, t('Source saved'))
    },
    delete: async (req) => {
      await req.run(deleteKnowledgeSource, { id: req.params.id })
      return redirectTo('/knowledge', t('Source deleted'))
    },
  },
})

const finding = (asked: string): Html =>
  html`<form class="inline knowledge-find" action="/knowledge" role="search" aria-label="Search the knowledge base"><input type="search" name="q" value="${asked}" aria-label="Search the knowledge base" placeholder="Search the knowledge base" maxlength="400"><button class="plain">Search sources</button></form>`

function adding(req: PageRequest): Html {
  const page = '/knowledge'
  const { attempt } = req
  return html`${formMenu(
    t('Upload a file'),
    form(
      req,
      { page, action: 'upload', button: t('Upload file'), upload: true, pointers: { '/title': 'file_title' } },
      (fill) => [
        fileField({
          name: 'file',
          label: t('File'),
          accept: '.pdf,.md,.html,.htm,.txt',
          help: t('PDF, Markdown, HTML or plain text, up to 100 MB.'),
        }),
        textField(fill, { name: 'file_title', label: t('Title'), max: 500, help: t('Defaults to the file name.') }),
      ],
    ),
    { open: attempt?.action === 'upload', kind: 'plain' },
  )}${formMenu(
    t('Write a source'),
    form(req, { page, action: 'write', button: t('Add source') }, (fill) => renderTextForm(fill)),
    { open: attempt?.action === 'write' },
  )}`
}

const renderTextForm = (
  fill: Fill,
  source?: Source,
): Html => html`${textField(fill, { name: 'title', label: t('Title'), value: source?.attributes.title, required: true, max: 500 })}
${selectField(fill, { name: 'format', label: t('Format'), value: source?.attributes.format ?? 'text/markdown', choices: WRITTEN })}
${textAreaField(fill, { name: 'content', label: t('Content'), value: source?.attributes.content ?? '', rows: source === undefined ? 8 : 20, required: true })}`

function changing(req: PageRequest, source: Source): Html {
  const page = `/knowledge/${source.id}`
  const isFile = source.attributes.content === null
  return card(
    isFile ? t('Title') : t('Content'),
    html`${form(req, { page, action: 'change', button: t('Save source') }, (fill) =>
      isFile
        ? textField(fill, {
            name: 'title',
            label: t('Title'),
            value: source.attributes.title,
            required: true,
            max: 500,
          })
        : renderTextForm(fill, source),
    )}<hr>${actionButton(req, { page, action: 'delete', button: t('Delete source'), kind: 'danger', confirm: t("Delete this source? Search and new answers no longer use it. You can't undo this.") })}`,
  )
}

function renderSources(
  req: PageRequest,
  data: readonly Listed[],
  meta: { pageNumber: number; pageCount: number; totalRecords: number },
): Html {
  if (data.length === 0) {
    return empty(
      t('No sources yet'),
      t('Add documents such as price lists and guides, so that answers can quote them in addition to your calls.'),
    )
  }
  const columns = [
    {
      title: t('Title'),
      cell: ({ id, attributes }: Listed) => html`<a href="/knowledge/${id}"><bdi>${attributes.title}</bdi></a>`,
    },
    { title: t('Format'), cell: ({ attributes }: Listed) => FORMATS[attributes.format as Format] },
    { title: t('Status'), cell: ({ attributes }: Listed) => renderStatus(attributes.status) },
    { title: t('Passages'), kind: 'number' as const, cell: ({ attributes }: Listed) => String(attributes.chunk_count) },
    { title: t('Updated'), cell: ({ attributes }: Listed) => dayOf(req, attributes.updated_at) },
  ]
  return html`${table(data, columns, { caption: t('Sources') })}${pager(req, meta)}`
}

async function renderSearchResults(req: PageRequest, asked: string): Promise<Html> {
  const { data } = await req.run(searchKnowledge, { q: asked, size: '20' })
  if (data.length === 0) return empty(t('No results'), t('Try fewer or different words.'))
  return html`<div class="knowledge-found">${data.map(
    ({ match, source, quote: text, highlights, headings }) =>
      html`<article class="card">${match === 'related' && badge(t('Related'))}<h2><a href="/knowledge/${source.id}"><bdi>${source.title}</bdi></a></h2>${headings.length > 0 && html`<p class="soft" dir="auto">${headings.join(' › ')}</p>`}<p dir="auto">${renderMarks(text, highlights)}</p></article>`,
  )}</div><p><a href="/knowledge">Show all sources</a></p>`
}

const renderStatus = (status: 'indexing' | 'indexed' | 'failed'): Html =>
  ({
    indexing: () => badge(t('Indexing…'), 'open'),
    indexed: () => badge(t('Indexed'), 'good'),
    failed: () => badge(t('Failed'), 'bad'),
  })[status]()
