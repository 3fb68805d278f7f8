DROP INDEX "task_pool_name";--> statement-breakpoint
DROP INDEX "task_listed";--> statement-breakpoint
DROP INDEX "task_pool";--> statement-breakpoint
ALTER TABLE "task" ADD COLUMN "search_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "task" SET "search_name" = lower(left("name", 100));--> statement-breakpoint
CREATE INDEX "task_pool_name" ON "task" USING btree ("search_name","create_time","id") WHERE "task"."delete_time" is null and "task"."visibility" <> 'private' and "task"."status" <> 'disbanded';--> statement-breakpoint
CREATE INDEX "task_listed" ON "task" USING btree ("create_time","id","search_name") WHERE "task"."delete_time" is null and "task"."status" <> 'disbanded';--> statement-breakpoint
CREATE INDEX "task_pool" ON "task" USING btree ("create_time","id","status","research_type","search_name") WHERE "task"."delete_time" is null and "task"."visibility" <> 'private' and "task"."status" <> 'disbanded';