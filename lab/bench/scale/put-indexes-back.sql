set maintenance_work_mem = '1GB';
select make_statement from bench.set_aside order by place desc \gexec
