-- Statistics of calls for the figures of the start page, which read thousands of calls. Rows of conversation_details are wide,
-- so the index contains the three columns.
create index conversation_details_figures on conversation_details (organization_id, conversation_id)
  include (internal_talk_share, internal_questions, internal_monologue);
