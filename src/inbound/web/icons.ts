/** Line icons of 24 × 24 units in the color of the surrounding text, hidden from screen readers. */
import { Html } from './html.ts'

const PATHS: Readonly<Record<string, string>> = {
  home: 'M4 11l8-7 8 7v9h-5.500v-6h-5v6H4z',
  inbox: 'M4 13l2.500-8h11L20 13v6H4zM4 13h4.500l1.500 3h4l1.500-3H20',
  deal: 'M4 8h16v11H4zM9 8V5h6v3M4 13h16',
  spark: 'M12 3l1.800 6.200L20 11l-6.200 1.800L12 19l-1.800-6.200L4 11l6.200-1.800z',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  updown: 'M8 10l4-4 4 4M8 14l4 4 4-4',
  back: 'M14 6l-6 6 6 6',
  out: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  filter: 'M4 7h16M7 12h10M10 17h4',
  folder: 'M4 6h6l2 2h8v11H4z',
  circle: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  calls: 'M4 5h16v11H10l-5 4v-4H4z',
  search: 'M11 4.500a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13zM16 16l4.500 4.500',
  library: 'M5 4v16M9.500 4v16M14 4.500l4.500 15',
  clip: 'M6 4v16M18 4v16M6 8h12M6 16h12',
  deck: 'M3 5h18v11H3zM12 16v4M8 20h8',
  insight:
    'M12 3a6 6 0 0 1 4 10.5c-.8.8-1 1.500-1 2.500H9c0-1-.2-1.700-1-2.500A6 6 0 0 1 12 3zM9.500 19h5M10.500 21.500h3',
  action: 'M4 12l5 5L20 6',
  knowledge: 'M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11',
  report: 'M5 20V10M12 20V4M19 20v-7',
  scorecard: 'M5 4h14v16H5zM9 9h6M9 13h6M9 17h3',
  field: 'M4 6h16M4 12h10M4 18h7',
  language: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  label: 'M3 12V4h8l10 10-8 8zM7.500 8.500h.01',
  tracker: 'M12 3v4M12 17v4M3 12h4M17 12h4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  glossary: 'M6 3h13v18H6a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM4 18h15M9 12l2.500-6L14 12M10 10h3',
  people:
    'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-4 3-7 7-7s7 3 7 7M16 3.500a4 4 0 0 1 0 7M18 14.500c2.500.8 4 3.200 4 6.500',
  team: 'M9 3h6v5H9zM3 16h6v5H3zM15 16h6v5h-6zM12 8v4M6 16v-4h12v4',
  key: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 12l9-9M16 7l3 3',
  webhook: 'M12 8a3 3 0 1 0-2.500-1.300L6 13M6 13a3 3 0 1 0 3 4h6M18 14a3 3 0 1 1-3 4M14 7.500l3.500 6',
  integration: 'M8 3v5M16 3v5M6 8h12v4a6 6 0 0 1-12 0zM12 18v3',
  audit: 'M12 3a9 9 0 1 0 9 9M12 7v5l3 3M15 3h6v6',
  usage: 'M4 19a9 9 0 1 1 16 0M12 15l4-6',
  privacy: 'M12 3l8 3v6c0 5-3.500 8-8 9-4.500-1-8-4-8-9V6z',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  edit: 'M4 20h4L19 9l-4-4L4 16z',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  share: 'M7 12a2.500 2.500 0 1 0 0 .01M17 6a2.500 2.500 0 1 0 0 .01M17 18a2.500 2.500 0 1 0 0 .01M9 11l6-4M9 13l6 4',
  'zoom-in': 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4 4M11 8v6M8 11h6',
  'zoom-out': 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4 4M8 11h6',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  play: 'M8 5l11 7-11 7z',
  record: 'M12 4a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V7a3 3 0 0 1 3-3zM6 11v1a6 6 0 0 0 12 0v-1M12 18v3',
  pause: 'M8 5v14M16 5v14',
  back15: 'M4 4v5h5M4.500 9a8.500 8.500 0 1 1-1 5',
  forward15: 'M20 4v5h-5M19.500 9a8.500 8.500 0 1 0 1 5',
  fold: 'M7 14l5-5 5 5',
  more: 'M4.5,12a.5.5,0,1,0,1,0,.5.5,0,1,0-1,0M11.5,12a.5.5,0,1,0,1,0,.5.5,0,1,0-1,0M18.5,12a.5.5,0,1,0,1,0,.5.5,0,1,0-1,0',
  archive: 'M4 5h16v4H4zM6 9v10h12V9M10 13h4',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  refresh: 'M20 12a8 8 0 1 1-2.500-5.800M20 4v4h-4',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  mail: 'M3 6h18v12H3zM3 7l9 7 9-7',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5l3 2',
  warning: 'M12 4l9 16H3zM12 10v5M12 17.500h.01',
  star: 'M12 4l2.500 5.200 5.500.8-4 4 1 5.600-5-2.700-5 2.700 1-5.600-4-4 5.500-.8z',
}

/** Names of all icons. */
export const iconNames: readonly string[] = Object.keys(PATHS)

/** @throws Error if the icon doesn't exist, which is an error in a page */
export function icon(name: string): Html {
  const path = PATHS[name]
  if (path === undefined) throw new Error(`The icon ${name} doesn't exist.`)
  return new Html(
    `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="${path}"/></svg>`,
  )
}
