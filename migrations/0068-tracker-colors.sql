-- compatible-from: 0067
-- Colors of trackers, out of the palette of the design system. Null for earlier trackers, whose color follows from their ID.

alter table trackers add column color text;
alter table trackers add constraint trackers_color_check check (
  color in ('purple', 'green', 'slate', 'red', 'olive')) not valid;
