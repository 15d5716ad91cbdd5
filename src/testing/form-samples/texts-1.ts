import type { Sample } from './sample.ts'
import { cue, escapeXml, label, lines } from './text-parts.ts'
import { turnEnd, turnStart, turnText } from './truth.ts'

export const TEXT_SAMPLES_1: readonly Sample[] = [
  {
    id: 'webvtt-voices',
    form: 'webvtt',
    source: 'W3C WebVTT 1; ggml-org/whisper.cpp output_vtt',
    speakers: 'names',
    times: 'both',
    write: (truth, pen) =>
      `WEBVTT\n\n${lines(truth, (turn, name) => `${cue(pen, turn)}\n${name === '' ? '' : `<v ${name}>`}${escapeXml(turnText(turn))}\n`)}`,
  },
  {
    id: 'webvtt-zoom',
    form: 'webvtt',
    source: 'zoom/skills skills/rest-api/references/recordings.md',
    speakers: 'names',
    times: 'both',
    write: (truth, pen) =>
      `WEBVTT\n\n${lines(truth, (turn, name, i) => `${i + 1}\n${cue(pen, turn)}\n${label(name)}${turnText(turn)}\n`)}`,
  },
  {
    id: 'webvtt-teams',
    form: 'webvtt',
    source: 'learn.microsoft.com graph/api/calltranscript-get',
    speakers: 'names',
    times: 'both',
    write: (truth, pen) =>
      `WEBVTT\n\n${lines(truth, (turn, name) => `${cue(pen, turn)}\n${name === '' ? escapeXml(turnText(turn)) : `<v ${name}>${escapeXml(turnText(turn))}</v>`}\n`)}`,
  },
  {
    id: 'webvtt-teams-metadata',
    form: 'webvtt',
    source: 'learn.microsoft.com graph/api/calltranscript-get metadataContent',
    speakers: 'names',
    times: 'both',
    head: ['language'],
    write: (truth, pen) =>
      `WEBVTT\n\n${lines(truth, (turn, name) => `${cue(pen, turn)}\n${JSON.stringify({ startDateTime: pen.iso(turnStart(turn)), endDateTime: pen.iso(turnEnd(turn)), speakerName: name, spokenText: turnText(turn), spokenLanguage: 'en-us' })}\n`)}`,
  },
  {
    id: 'srt-plain',
    form: 'srt',
    source: 'papnkukn/subsrt lib/format/srt.js',
    speakers: 'none',
    times: 'both',
    write: (truth, pen) => lines(truth, (turn, _, i) => `${i + 1}\n${cue(pen, turn, ',')}\n<i>${turnText(turn)}</i>\n`),
  },
  {
    id: 'srt-whisperx',
    form: 'srt',
    source: 'm-bain/whisperX whisperx/utils.py',
    speakers: 'voices',
    times: 'both',
    write: (truth, pen) =>
      lines(truth, (turn, _, i) => `${i + 1}\n${cue(pen, turn, ',')}\n[SPEAKER_0${turn.person}]: ${turnText(turn)}\n`),
  },
  {
    id: 'srt-names',
    form: 'srt',
    source: 'Podcastindex-org/podcast-namespace docs/examples/transcripts/transcripts.md',
    speakers: 'names',
    times: 'both',
    namesContinue: true,
    write: (truth, pen) =>
      lines(truth, (turn, name, i) => `${i + 1}\n${cue(pen, turn, ',')}\n${label(name)}${turnText(turn)}\n`),
  },
  {
    id: 'srt-whisper-cpp',
    form: 'srt',
    source: 'ggml-org/whisper.cpp examples/cli/cli.cpp output_srt',
    speakers: 'voices',
    times: 'both',
    people: 2,
    write: (truth, pen) =>
      lines(truth, (turn, _, i) => `${i + 1}\n${cue(pen, turn, ',')}\n(speaker ${turn.person}) ${turnText(turn)}\n`),
  },
  {
    id: 'sbv',
    form: 'sbv',
    source: 'papnkukn/subsrt lib/format/sbv.js',
    speakers: 'none',
    times: 'both',
    write: (truth, pen) =>
      lines(
        truth,
        (turn) => `${pen.clock(turnStart(turn)).slice(1)},${pen.clock(turnEnd(turn)).slice(1)}\n${turnText(turn)}\n`,
      ),
  },
  {
    id: 'lrc',
    form: 'lrc',
    source: 'papnkukn/subsrt lib/format/lrc.js',
    speakers: 'none',
    times: 'start',
    precision: 0.01,
    head: ['title'],
    write: (truth, pen) =>
      `[ti:${truth.title}]\n[by:Parley]\n${lines(truth, (turn) => `[${pen.clock(turnStart(turn), 2).slice(3)}]${turnText(turn)}`)}`,
  },
  {
    id: 'lrc-whisper-cpp',
    form: 'lrc',
    source: 'ggml-org/whisper.cpp examples/cli/cli.cpp output_lrc',
    speakers: 'voices',
    times: 'start',
    precision: 0.01,
    people: 2,
    write: (truth, pen) =>
      `[by:whisper.cpp]\n${lines(truth, (turn) => `[${pen.clock(turnStart(turn), 2).slice(3)}](speaker ${turn.person}) ${turnText(turn)}`)}`,
  },
  {
    id: 'ass',
    form: 'ass',
    source: 'papnkukn/subsrt lib/format/ass.js',
    speakers: 'names',
    times: 'both',
    precision: 0.01,
    head: ['title'],
    write: (truth, pen) =>
      `[Script Info]\nTitle: ${truth.title}\nScriptType: v4.00+\n\n[V4+ Styles]\nFormat: Name, Fontname\nStyle: Default,Arial\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nComment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,note\n${lines(truth, (turn, name) => `Dialogue: 0,${pen.clock(turnStart(turn), 2).slice(1)},${pen.clock(turnEnd(turn), 2).slice(1)},Default,${name},0,0,0,,{\\i1}${turnText(turn)}{\\i0}`)}`,
  },
  {
    id: 'sami',
    form: 'sami',
    source: 'papnkukn/subsrt lib/format/smi.js',
    speakers: 'none',
    times: 'both',
    numeric: false,
    write: (truth, pen) =>
      `<SAMI>\n<HEAD><TITLE>x</TITLE></HEAD>\n<BODY>\n${lines(truth, (turn) => `<SYNC Start=${pen.ms(turnStart(turn))}><P Class=ENCC>${turnText(turn)}\n<SYNC Start=${pen.ms(turnEnd(turn))}><P Class=ENCC>&nbsp;`)}\n</BODY>\n</SAMI>\n`,
  },
  {
    id: 'microdvd',
    form: 'microdvd',
    source: 'papnkukn/subsrt lib/format/sub.js',
    speakers: 'none',
    times: 'both',
    precision: 0.05,
    write: (truth) =>
      `{1}{1}25.000\n${lines(truth, (turn) => `{${Math.round(turnStart(turn) * 25)}}{${Math.round(turnEnd(turn) * 25)}}${turnText(turn).replace('. ', '.| ')}`)}`,
  },
  {
    id: 'ttml-clock',
    form: 'ttml',
    source: 'W3C TTML2',
    speakers: 'names',
    times: 'both',
    head: ['title', 'language'],
    write: (truth, pen) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xml:lang="en">\n<head><metadata><ttm:title>${truth.title}</ttm:title>${truth.people.map((person, i) => (person.name === null ? '' : `<ttm:agent type="person" xml:id="a${i}"><ttm:name type="full">${person.name}</ttm:name></ttm:agent>`)).join('')}</metadata></head>\n<body><div>\n${lines(truth, (turn, name) => `<p begin="${pen.clock(turnStart(turn))}" end="${pen.clock(turnEnd(turn))}"${name === '' ? '' : ` ttm:agent="a${turn.person}"`}>${escapeXml(turnText(turn))}</p>`)}\n</div></body></tt>`,
  },
  {
    id: 'ttml-ticks',
    form: 'ttml',
    source: 'W3C TTML2, ttp:tickRate',
    speakers: 'none',
    times: 'both',
    numeric: true,
    write: (truth, pen) =>
      `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:tickRate="10000000"><body><div>${truth.turns.map((turn) => `<p begin="${pen.ticks(turnStart(turn))}t" end="${pen.ticks(turnEnd(turn))}t">${escapeXml(turnText(turn)).replace('. ', '.<br/>')}</p>`).join('')}</div></body></tt>`,
  },
  {
    id: 'ttml-offsets-nested',
    form: 'ttml',
    source: 'W3C TTML2, timing',
    speakers: 'none',
    times: 'both',
    write: (truth) =>
      `<tt xmlns="http://www.w3.org/2006/10/ttaf1"><body begin="1s"><div>${truth.turns.map((turn) => `<p begin="${(turnStart(turn) - 1).toFixed(3)}s" dur="${(turnEnd(turn) - turnStart(turn)).toFixed(3)}s">${escapeXml(turnText(turn))}</p>`).join('')}</div></body></tt>`,
  },
  {
    id: 'podcast-html',
    form: 'podcast-html',
    source: 'Podcastindex-org/podcast-namespace docs/examples/transcripts/example.html',
    speakers: 'names',
    times: 'start',
    precision: 1,
    namesContinue: true,
    write: (truth, pen) =>
      lines(
        truth,
        (turn, name) =>
          `${name === '' ? '' : `<cite>${name}:</cite>\n`}<time>${pen.shortClock(turnStart(turn))}</time>\n<p>${escapeXml(turnText(turn))}</p>`,
      ),
  },
  {
    id: 'name-lines',
    form: 'text',
    source: 'Parley interface, section 7',
    speakers: 'names',
    times: 'none',
    namesContinue: true,
    write: (truth) => lines(truth, (turn, name) => `${label(name)}${turnText(turn)}`),
  },
  {
    id: 'whisperx-text',
    form: 'text',
    source: 'm-bain/whisperX whisperx/utils.py',
    speakers: 'voices',
    times: 'none',
    write: (truth) => lines(truth, (turn) => `[SPEAKER_0${turn.person}]: ${turnText(turn)}`),
  },
  {
    id: 'zoom-chat',
    form: 'chat-log',
    source: 'Zoom chat file of a cloud recording',
    speakers: 'names',
    times: 'start',
    precision: 1,
    namesContinue: true,
    write: (truth, pen) =>
      lines(truth, (turn, name) => `${pen.clock(turnStart(turn), 0)}\t${name}:\t${turnText(turn)}`),
  },
  {
    id: 'otter-text',
    form: 'otter',
    source: 'public texts with “Transcribed by https://otter.ai”',
    speakers: 'names',
    times: 'start',
    precision: 1,
    write: (truth, pen) =>
      `${lines(truth, (turn, name) => `${name === '' ? 'Unknown Speaker' : name}  ${pen.shortClock(turnStart(turn))}  \n${turnText(turn)}\n`)}\nTranscribed by https://otter.ai\n`,
  },
  {
    id: 'clock-brackets',
    form: 'clock-lines',
    source: 'convention of transcription services',
    speakers: 'names',
    times: 'start',
    precision: 1,
    write: (truth, pen) =>
      lines(truth, (turn, name) => `[${pen.clock(turnStart(turn), 0)}] ${label(name)}${turnText(turn)}`),
  },
  {
    id: 'clock-after-name',
    form: 'clock-lines',
    source: 'convention of transcription services',
    speakers: 'names',
    times: 'start',
    precision: 1,
    namesContinue: true,
    write: (truth, pen) =>
      lines(
        truth,
        (turn, name) => `${name === '' ? '' : `${name} (${pen.shortClock(turnStart(turn))}): `}${turnText(turn)}`,
      ),
  },
]
