import { describe, expect, it } from 'vitest'
import { formatPost } from './format-post.ts'

const URL = 'https://parley.example/conversations/1'
const post = (format: 'slack' | 'teams', title: string) =>
  formatPost(format, { words: 'Call analyzed', title, url: URL })

describe('a post', () => {
  it('links the title in Slack, and notifies nobody', () => {
    expect(JSON.parse(post('slack', 'Price <!channel> & <https://evil.example|here>'))).toEqual({
      text: `*Call analyzed*\n<${URL}|Price &lt;!channel&gt; &amp; &lt;https://evil.example¦here&gt;>`,
      unfurl_links: false,
      unfurl_media: false,
    })
  })

  it('is one line without hidden characters, and never empty', () => {
    expect(JSON.parse(post('slack', 'a\n\u202eb\u0007')).text).toBe(`*Call analyzed*\n<${URL}|a b>`)
    expect(JSON.parse(post('slack', '\u200b ')).text).toContain('|Untitled call>')
  })

  it('shows a title in Teams as plain text, with the link as a button', () => {
    const [{ content }] = JSON.parse(post('teams', '[here](https://evil.example)')).attachments
    expect(content.body.map((block: { type: string }) => block.type)).toEqual(['RichTextBlock', 'RichTextBlock'])
    expect(content.body[1].inlines[0]).toMatchObject({ type: 'TextRun', text: '[here](https://evil.example)' })
    expect(content.actions).toEqual([{ type: 'Action.OpenUrl', title: 'Open call', url: URL }])
  })
})
