-- 0015-passages
select 1;
