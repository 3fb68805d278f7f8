DROP INDEX "activity_task";--> statement-breakpoint
DROP INDEX "inference_party";--> statement-breakpoint
CREATE INDEX "registration_party" ON "registration" USING btree ("party_id","status","task_id","created_by_user_id");--> statement-breakpoint
CREATE INDEX "task_pool" ON "task" USING btree ("create_time","id","status","research_type","name") WHERE "task"."delete_time" is null and "task"."visibility" <> 'private' and "task"."status" <> 'disbanded';--> statement-breakpoint
CREATE INDEX "activity_task" ON "activity" USING btree ("task_id","create_time","id","action") WHERE "activity"."subject" = 'task';--> statement-breakpoint
CREATE INDEX "inference_party" ON "inference" USING btree ("party_id","create_time","id");