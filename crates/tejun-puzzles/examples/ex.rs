use tejun_puzzles::pacman::{map::Map, game::Game, cover::*, plan::*, position};
use tejun_search::*;
use std::ops::ControlFlow;
struct W(std::time::Instant,u32,f64);
impl Watch for W { fn tick(&mut self,p:&Progress)->ControlFlow<StopReason>{ if p.depth!=self.1 {self.1=p.depth; if p.depth%5==0 {println!("  layer {} frontier {} stored {} bytes {}M {:?}",p.depth,p.frontier,p.stored,p.bytes>>20,self.0.elapsed());}} if self.0.elapsed().as_secs_f64()>self.2 {ControlFlow::Break(StopReason::Time)} else {ControlFlow::Continue(())}}}
fn run<const N: usize>(g:&Game, c: Option<&Cover>, floor: i64,time:f64) {
  let w=vec![0;g.dots()];
  let p=Plan::<N>::new(g,c,&w,16);
  let t=std::time::Instant::now();
  let f=exact(&p,floor,1,&Limits::default(),&mut W(t,0,time));
  println!("floor {floor} score {:?} stored {} stopped {:?} time {:?}", f.best.map(|b|b.score), f.stats.stored, f.stopped, t.elapsed());
}
fn main(){
  let a: Vec<String> = std::env::args().collect();
  let m = Map::parse(&std::fs::read_to_string(&a[1]).unwrap()).unwrap();
  let g=Game::new(m);
  let c=Cover::new(g.maze());
  let time=a[3].parse().unwrap();
  for w in a[2].split(',') { 
    let w=w.parse().unwrap();
    match position::words(&g) { 0..=2=>run::<2>(&g,c.as_ref(),w,time), 3..=4=>run::<4>(&g,c.as_ref(),w,time), _=>run::<6>(&g,c.as_ref(),w,time)}
  }
}
