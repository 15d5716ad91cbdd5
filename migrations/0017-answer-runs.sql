-- 0017-answer-runs
select 1;
