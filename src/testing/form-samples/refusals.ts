/** Documents that no reader may accept, with a word that the refusal must contain. */

export interface Refusal {
  readonly id: string
  readonly content: unknown
  readonly message: RegExp
  readonly fileName?: string
  /** Whether only a file is refused. Pasted text can be a conversation of any form. */
  readonly isFile?: true
}

const json = JSON.stringify

export const REFUSALS: readonly Refusal[] = [
  {
    id: 'readme',
    message: /Markdown/,
    content:
      '# Scanner tools\n\nTools for scanners.\n\n## Install\n\nNote: requires Node 20.\n\n```sh\nnpm install\n```\n\nUsage: scan --all\n',
  },
  {
    id: 'shell script',
    message: /script/,
    content: '#!/bin/sh\nset -e\necho "Name: value"\nfor f in *; do echo "$f"; done\n',
  },
  {
    id: 'typescript',
    message: /code/,
    content: "import { a } from './a.ts'\nexport function b(c: number): number {\n  const d = c\n  return d\n}\n",
  },
  {
    id: 'python',
    message: /code/,
    content: 'import os\nfrom sys import argv\ndef main(name):\n    x = 1\n    return x;\nclass A:\n',
  },
  {
    id: 'readme as plain text',
    isFile: true,
    message: /facts/,
    content: 'Readme\n\nNote: these are the calls of March.\nContact: ana@acme.example\nUsage: copy to the server\n',
  },
  {
    id: 'minutes of a meeting',
    isFile: true,
    message: /facts/,
    content:
      'Minutes of the meeting\nDate: 17 March 2026\nAttendees: Ann, Ben\nDecision: we buy\nNext step: Ben sends the contract\n',
  },
  {
    id: 'list of values',
    isFile: true,
    message: /facts/,
    content: 'Apples: 3\nPears: 4\nPlums: 5\nApples: 2\nPears: 1\n',
  },
  { id: 'short settings', message: /settings/, content: 'name: parley\nport: 8080\nhost: localhost\n' },
  { id: 'pdf', message: /PDF/, content: '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n' },
  { id: 'rtf', message: /RTF/, content: '{\\rtf1\\ansi{\\fonttbl\\f0 Arial;}\n\\f0 Ann: Hello\\par\nBen: Hi\\par}\n' },
  {
    id: 'html page',
    message: /HTML/,
    content: '<!doctype html>\n<html><body><p>Ann: Hello</p><p>Ben: Hi</p></body></html>\n',
  },
  {
    id: 'html fragment',
    message: /HTML/,
    content: '<div class="turn">Ann: Hello</div>\n<div class="turn">Ben: Hi</div>\n',
  },
  {
    id: 'xml of another kind',
    message: /XML/,
    content: '<?xml version="1.0"?>\n<transcript>\n<turn speaker="Ann">Hello</turn>\n</transcript>\n',
  },
  {
    id: 'xml without declaration',
    message: /XML/,
    content: '<Transcript version="2">\n<Speaker id="1">Ann</Speaker>\n<Turn>Hello: there</Turn>\n</Transcript>\n',
  },
  { id: 'csv without text', message: /table/, content: 'id,name,price\n1,Cradle,900\n2,Scanner,300\n3,Cable,12\n' },
  {
    id: 'yaml',
    message: /settings/,
    content: 'version: "3"\nservices:\n  web:\n    image: nginx\n    ports:\n      - "80:80"\n',
  },
  { id: 'ini', message: /settings/, content: '[server]\nport = 80\nhost = local\n' },
  { id: 'environment file', message: /settings/, content: 'PORT=80\nHOST=local\nNAME=web\n' },
  {
    id: 'email',
    message: /email/,
    content:
      'From: ann@a.example\nTo: ben@b.example\nSubject: Offer\nDate: Tue, 17 Mar 2026 09:30:00 +0000\n\nHello Ben\n',
  },
  {
    id: 'calendar',
    message: /calendar/,
    content: 'BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nSUMMARY:Call\nEND:VEVENT\nEND:VCALENDAR\n',
  },
  {
    id: 'log',
    message: /log/,
    content:
      '2026-03-17T09:30:00Z INFO server: started\n2026-03-17T09:30:01Z WARN server: slow\n2026-03-17T09:30:02Z INFO server: stopped\n',
  },
  {
    id: 'rttm',
    message: /no text/,
    content: 'SPEAKER call 1 1.20 3.40 <NA> <NA> spk0 <NA> <NA>\nSPEAKER call 1 5.00 2.00 <NA> <NA> spk1 <NA> <NA>\n',
  },
  {
    id: 'microdvd without frame rate',
    message: /frames per second/,
    content: '{25}{100}Hello there\n{120}{200}Hi, how are you\n',
  },
  { id: 'mpl2', message: /MPL2/, content: '[10][40]Hello there\n[50][90]Hi, how are you\n' },
  { id: 'scc', message: /SCC/, content: 'Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9420\n' },
  {
    id: 'ttml ticks without rate',
    message: /tickRate/,
    content:
      '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="10000000t" end="20000000t">Hello there</p></div></body></tt>',
  },
  {
    id: 'whatsapp with ambiguous dates',
    message: /day or the month/,
    content: '03/04/2026, 09:30 - Ann: Hello\n03/04/2026, 09:31 - Ben: Hi\n',
  },
  {
    id: 'two recordings in one text',
    message: /backwards/,
    content: '[00:10:00] Ann: Hello there\n[00:20:00] Ben: Hi\n[00:00:05] Ann: A new call\n',
  },
  {
    id: 'hours and minutes',
    message: /too close|backwards|times/i,
    content:
      '0:01 Ann: Hello there, this is a long sentence about the offer of last week and its many pages of small print\n0:02 Ben: Another long sentence that answers it with as many words as nobody says in a second, really nobody at all does\n0:03 Ann: And a third one that is as long as the others were before it, with many words that take half a minute to say\n',
  },
  { id: 'unknown object', message: /none of the supported/, content: json({ rows: [{ a: 1 }] }) },
  {
    id: 'unknown speakers',
    message: /speakers in a member/,
    content: json([
      { person_name: 'Ann', text: 'Hello' },
      { person_name: 'Ben', text: 'Hi' },
    ]),
  },
  {
    id: 'unknown times',
    message: /times in a member/,
    content: json({
      segments: [
        { speaker: 'Ann', text: 'Hello', begin_ms: 100 },
        { speaker: 'Ben', text: 'Hi', begin_ms: 900 },
      ],
    }),
  },
  {
    id: 'posts',
    message: /member that is not supported/,
    content: json([
      { id: 1, text: 'A post', created_at: '2026-01-01' },
      { id: 2, text: 'Another', created_at: '2026-01-02' },
    ]),
  },
  {
    id: 'milliseconds in plain segments',
    message: /milliseconds instead of seconds/,
    content: json({
      segments: [
        { speaker: 'Ann', text: 'Hello, how are you today?', start: 1200, end: 3400 },
        { speaker: 'Ben', text: 'I am fine, thank you.', start: 4000, end: 6100 },
      ],
    }),
  },
  {
    id: 'several Gong calls',
    message: /several calls/,
    content: json({
      callTranscripts: [
        { callId: '1', transcript: [] },
        { callId: '2', transcript: [] },
      ],
    }),
  },
  {
    id: 'several sessions',
    message: /several sessions/,
    content: json([
      { session_id: 'a', words: 'Hello', speaker: 'Ann', start_time: 0, end_time: 1 },
      { session_id: 'b', words: 'Hi', speaker: 'Ben', start_time: 0, end_time: 1 },
    ]),
  },
  {
    id: 'partial event',
    message: /not final/,
    content: json({
      event: 'transcript.partial_data',
      data: {
        data: {
          participant: { id: 1, name: 'Ann' },
          words: [{ text: 'Hello', start_timestamp: { relative: 1 }, end_timestamp: { relative: 2 } }],
        },
      },
    }),
  },
  {
    id: 'SAMI that ends inside an entity',
    message: /incomplete/,
    content: '<SAMI><BODY>\n<SYNC Start=1000><P Class=ENCC>Hello.\n<SYNC Start=2000><P Class=ENCC>&nbs',
  },
  {
    id: 'times on lines of their own after other lines',
    message: /times on lines of their own/,
    content: 'Call with Ann\n\nWe met.\nIt was good.\nIt was short.\n\n0:03\nAnn: Hello.\n0:09\nBob: Hi.\n',
  },
  {
    id: 'names next to some of the times',
    message: /Some lines next to the times look like names/,
    content: '0:03\nAnn Lee\nHello.\n0:09\nBob Ray\nHi.\n0:12\nand then we met again\nthe next day\n',
  },
  {
    id: 'LRC without lines',
    message: /lyrics/,
    content: '[ti:Scanners]\n[ar:Nora]\n[00:0',
  },
  { id: 'STM without segments', message: /STM/, content: ';; segments call-4711 1 spe' },
  {
    id: 'telegram account',
    message: /several chats/,
    content: json({ chats: { list: [{ name: 'A', messages: [] }] } }),
  },
  {
    id: 'two forms in one',
    message: /two forms/,
    content: json({
      sentences: [{ index: 0, speaker_name: 'Ann', speaker_id: 0, text: 'Hello', start_time: 1, end_time: 2 }],
      segments: [{ speaker: 'Ann', sentence: 'Hello', start_time: 1, end_time: 2 }],
    }),
  },
  {
    id: 'package.json',
    message: /none of the supported/,
    content: json({ name: 'x', version: '1.0.0', scripts: { test: 'vitest' } }),
  },
]
