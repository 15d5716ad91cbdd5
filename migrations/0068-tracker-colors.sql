-- Colors of trackers, out of the palette of the design system. Existing trackers get the colors in turn.

alter table trackers add column color text not null default 'purple'
  check (color in ('purple', 'green', 'slate', 'red', 'olive'));

update trackers t set color = (array['purple', 'green', 'slate', 'red', 'olive'])[1 + (n.place - 1) % 5]
from (
  select organization_id, id, row_number() over (partition by organization_id order by created_at, id) as place from trackers
) n
where t.organization_id = n.organization_id and t.id = n.id;

alter table trackers alter column color drop default;
