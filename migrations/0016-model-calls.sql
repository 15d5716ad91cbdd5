-- 0016-model-calls
select 1;
