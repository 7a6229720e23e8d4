use tejun_puzzles::pacman::{map::Map, game::Game, hunt::*, position};
use tejun_puzzles::*;
use tejun_search::*;
use std::ops::ControlFlow;
struct W(std::time::Instant,f64);
impl Watch for W { fn tick(&mut self,_:&Progress)->ControlFlow<StopReason>{ if self.0.elapsed().as_secs_f64()>self.1 {ControlFlow::Break(StopReason::Time)} else {ControlFlow::Continue(())}}}
impl Audience for W { fn found(&mut self, f:&tejun_puzzles::Found) { println!("{:?} {:?} {}", self.0.elapsed(), f.value, f.line.concat()); } }
fn main(){
  let a: Vec<String> = std::env::args().collect();
  let m = Map::parse(&std::fs::read_to_string(&a[1]).unwrap()).unwrap();
  let mut w=W(std::time::Instant::now(),a[2].parse().unwrap());
  let g=Game::new(m);
  let q=Quarry{line:&[],limits:Limits::default(),threads:a[3].parse().unwrap(),seed:a[4].parse().unwrap(),width:a.get(5).map(|s|s.parse().unwrap())};
  let b=match position::words(&g) { 0..=2=>hunt::<2>(&g,&q,&mut w), 3..=4=>hunt::<4>(&g,&q,&mut w), _=>hunt::<6>(&g,&q,&mut w)};
  println!("{:?} {:?} {:?} bound {} {:?}", w.0.elapsed(), b.best.map(|b|b.0), b.stopped, b.bound, b.stats);
}
